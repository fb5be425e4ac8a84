-- Three sources as loaders leave them: one schema each, a loaded_at on every row.
CREATE SCHEMA raw__flights;
CREATE SCHEMA raw__weather;
CREATE SCHEMA raw__labour;

-- January to May 2001; June arrives later. The distance is a SMALLINT, for now.
CREATE TABLE raw__flights.flights AS
SELECT date AS departed_at, delay::INTEGER AS delay, distance::SMALLINT AS distance,
       origin, destination, date_trunc('month', date) + INTERVAL 1 MONTH AS loaded_at
FROM read_parquet('data/flights-3m.parquet')
WHERE date < TIMESTAMP '2001-06-01';

-- The coordinates came as text.
CREATE TABLE raw__flights.airports AS
SELECT iata, name, city, state, country, latitude::VARCHAR AS latitude,
       longitude::VARCHAR AS longitude, TIMESTAMP '2001-01-01' AS loaded_at
FROM read_csv('data/airports.csv');

CREATE TABLE raw__weather.daily AS
SELECT date AS day, precipitation, temp_max, temp_min, wind, weather,
       date + INTERVAL 1 DAY AS loaded_at
FROM read_csv('data/seattle-weather.csv')
WHERE date < DATE '2015-01-01';

CREATE TABLE raw__labour.employment AS
SELECT month, nonfarm::INTEGER AS nonfarm, private::INTEGER AS private,
       construction::INTEGER AS construction, month + INTERVAL 1 MONTH AS loaded_at
FROM read_csv('data/us-employment.csv');
