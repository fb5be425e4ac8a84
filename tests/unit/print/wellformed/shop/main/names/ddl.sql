CREATE VIEW names AS SELECT name FROM customers;
