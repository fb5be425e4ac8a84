-- A safe widening. Then June arrives.
ALTER TABLE raw__flights.flights ALTER distance TYPE INTEGER;
INSERT INTO raw__flights.flights
SELECT date, delay, distance, origin, destination, date_trunc('month', date) + INTERVAL 1 MONTH
FROM read_parquet('data/flights-3m.parquet')
WHERE date >= TIMESTAMP '2001-06-01' AND date < TIMESTAMP '2001-07-01';

-- Not a widening: the coordinates become numbers.
ALTER TABLE raw__flights.airports ALTER latitude TYPE DOUBLE USING latitude::DOUBLE;
ALTER TABLE raw__flights.airports ALTER longitude TYPE DOUBLE USING longitude::DOUBLE;

-- A new column, a removed one, and the year 2015.
ALTER TABLE raw__weather.daily ADD COLUMN is_freezing BOOLEAN;
ALTER TABLE raw__weather.daily DROP COLUMN wind;
INSERT INTO raw__weather.daily
SELECT date, precipitation, temp_max, temp_min, weather, date + INTERVAL 1 DAY, temp_min < 0
FROM read_csv('data/seattle-weather.csv')
WHERE date >= DATE '2015-01-01';
