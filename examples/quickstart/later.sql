-- What someone else does to the copies, unannounced.
ALTER TABLE staging__flights.airports DROP COLUMN iata;
CREATE TABLE staging__weather.stations AS SELECT 'seattle' AS station, 47.6 AS latitude;
UPDATE staging__weather.daily SET weather = 'rain' WHERE weather = 'snow' AND year(day) = 2012;
