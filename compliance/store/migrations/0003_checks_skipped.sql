-- What a check did not look at, of all that it could have: ``reason`` says why. And the wagers that an open
-- interpretation bore on at all, among them those for which another reading gives other money.
ALTER TABLE checks ADD COLUMN skipped BIGINT;
ALTER TABLE readings_told_apart ADD COLUMN touched BIGINT;
