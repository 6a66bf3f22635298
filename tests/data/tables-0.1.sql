-- The database of a server of version 0.1, before its first migration: a finished duel and a running game of Gangs.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE chat (
	id INTEGER NOT NULL,
	"table" VARCHAR(16) NOT NULL,
	person VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	text VARCHAR(400) NOT NULL,
	at DOUBLE NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY("table") REFERENCES tables (id)
);
CREATE TABLE entries (
	"table" VARCHAR(16) NOT NULL,
	number INTEGER NOT NULL,
	kind VARCHAR(10) NOT NULL,
	seat INTEGER NOT NULL,
	text VARCHAR(80) NOT NULL,
	at DOUBLE NOT NULL,
	PRIMARY KEY ("table", number),
	FOREIGN KEY("table") REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('0000000001',0,'move',0,'sweep A2',1700000000.0);
INSERT INTO "entries" VALUES('0000000001',1,'move',0,'sweep B2',1700000000.0);
INSERT INTO "entries" VALUES('0000000001',2,'move',0,'take A0',1700000000.0);
INSERT INTO "entries" VALUES('0000000001',3,'move',1,'sweep A2',1700000000.0);
INSERT INTO "entries" VALUES('0000000001',4,'move',1,'sweep F2',1700000000.0);
INSERT INTO "entries" VALUES('0000000001',5,'move',1,'pass',1700000000.0);
INSERT INTO "entries" VALUES('0000000001',6,'move',0,'pass',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',0,'move',0,'climb e1 e2',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',1,'move',1,'expel a1 by b1 with L',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',2,'move',0,'expel d1 by e1 with B',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',3,'move',1,'climb e1 d2',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',4,'move',0,'expel e2 by f1 with L',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',5,'move',0,'fill f1',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',6,'move',1,'expel e2 by e1 with E',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',7,'move',1,'fill f1',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',8,'move',0,'expel b1 by c1 with K',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',9,'move',1,'climb d2 d3',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',10,'move',1,'fill e1',1700000000.0);
INSERT INTO "entries" VALUES('0000000002',11,'move',0,'climb a1 a2',1700000000.0);
CREATE TABLE people (
	id VARCHAR(32) NOT NULL,
	name VARCHAR(40) NOT NULL,
	protected VARCHAR(80),
	password VARCHAR(200),
	bearer VARCHAR(64),
	language VARCHAR(2),
	theme VARCHAR(8),
	since DOUBLE NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (bearer),
	UNIQUE (protected)
);
INSERT INTO "people" VALUES('anna0123456789ab','Anna',NULL,NULL,NULL,NULL,NULL,1700000000.0);
INSERT INTO "people" VALUES('ben00123456789ab','Ben',NULL,NULL,NULL,NULL,NULL,1700000000.0);
CREATE TABLE seats (
	"table" VARCHAR(16) NOT NULL,
	number INTEGER NOT NULL,
	kind VARCHAR(10) NOT NULL,
	person VARCHAR(32),
	name VARCHAR(40) NOT NULL,
	level INTEGER,
	link VARCHAR(32),
	"left" DOUBLE,
	PRIMARY KEY ("table", number),
	FOREIGN KEY("table") REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('0000000001',0,'person','anna0123456789ab','Anna',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('0000000001',1,'person','ben00123456789ab','Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('0000000002',0,'person','anna0123456789ab','Anna',NULL,NULL,NULL);
INSERT INTO "seats" VALUES('0000000002',1,'person','ben00123456789ab','Ben',NULL,NULL,NULL);
CREATE TABLE settings (
	"key" VARCHAR(32) NOT NULL,
	value VARCHAR(200) NOT NULL,
	PRIMARY KEY ("key")
);
INSERT INTO "settings" VALUES('cookie key','0000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE tables (
	id VARCHAR(16) NOT NULL,
	game VARCHAR(32) NOT NULL,
	rules JSON NOT NULL,
	deal JSON NOT NULL,
	opener VARCHAR(32) NOT NULL,
	public BOOLEAN NOT NULL,
	clock JSON NOT NULL,
	opened DOUBLE NOT NULL,
	started DOUBLE,
	ended DOUBLE,
	outcome JSON,
	ranked BOOLEAN NOT NULL,
	number INTEGER NOT NULL,
	version INTEGER NOT NULL,
	turn INTEGER,
	owed BOOLEAN NOT NULL,
	since DOUBLE NOT NULL,
	deadline DOUBLE,
	asked JSON,
	rematch VARCHAR(16),
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('0000000001','famiglia-duel','{"joker_with_pair": false}','{"first": 0, "setup": {"pile": ["B1", "B2", "B2", "F4", "A2", "B1", "F2", "A2", "A0", "F2", "A4", "F2", "A2", "M1", "M1", "B1", "M1", "F3", "A3", "M2", "B0", "F3", "A1", "M2", "A1", "A1", "M3", "F1", "M0", "B0", "F0", "A1", "F0", "A0", "B2", "A3", "B3", "M1", "B3", "M3", "B1", "F1", "F1", "M4", "A0", "B0", "F1", "M0", "M2", "M0", "B4", "F0"]}, "tickets": [32, 30, 0, 27, 5, 24, 9, 33, 29, 23, 15, 14, 6, 8, 34, 17, 31, 3, 4, 25, 38, 7, 10, 16, 37, 12, 1, 11, 36, 13, 22, 21, 18, 35, 2, 19, 20, 26, 28, 39], "salt": "6fe0d843f5d1e3a94991fed1bd954079b819dc8ddf284a49f837c454d4808b7a"}','anna0123456789ab',1,'{"seconds": null, "increment": 0.0, "days": null}',1700000000.0,1700000000.0,1700000000.0,'{"scores": [1, 1], "winners": [0, 1], "reason": "passes"}',1,7,9,NULL,0,1700000000.0,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('0000000002','gangs','{"players": 2}','{"first": 0, "setup": {"alliances": [["L", "N", "P"], ["E", "K", "N"]], "influence": [["N", "K", "B", "L", "N"], ["E", "P", "L", "R", "R"]], "deck": ["R", "N", "R", "L", "K", "B", "E", "D", "E", "P", "P", "N", "B", "D", "L", "K", "R", "D", "R", "R", "E", "E", "B", "L", "K", "N", "E", "P", "B", "L", "B", "D", "P", "K", "K", "D", "B", "K", "L", "B", "D", "R", "D", "D", "E", "P", "P", "N"]}, "tickets": [9, 7, 5, 10, 14, 8, 3, 1, 0, 12, 6, 13, 4, 11, 15, 2], "salt": "7f31c0b6e5999cfd36d0a14f25b59f27d3336f54a008555b7e11bfc646168804"}','anna0123456789ab',1,'{"seconds": null, "increment": 0.0, "days": null}',1700000000.0,1700000000.0,NULL,NULL,1,12,14,1,0,1700000000.0,NULL,NULL,NULL);
CREATE INDEX tables_deadline ON tables (deadline);
CREATE INDEX tables_owed ON tables (owed, since);
CREATE INDEX tables_public ON tables (public, ended, opened);
CREATE INDEX tables_ranked ON tables (game, ranked, ended);
CREATE INDEX ix_chat_table ON chat ("table");
CREATE INDEX ix_seats_person ON seats (person);
COMMIT;
