/// The transactions that other tests have open on the same server.
///
/// A cursor is the least transaction that was open when it was taken, whatever
/// database it was in: while one is open, a delta sends the rows that were
/// written since once more. A test that counts the rows of a delta waits
/// for them, after it has written and before it pulls.
public enum OpenTransactions {
    /// SQL that waits, up to a minute, until each transaction that began before it has ended.
    public static let awaited = """
        DO $$
        DECLARE own xid8 := pg_current_xact_id();
        BEGIN
            FOR turn IN 1..6000 LOOP
                IF pg_snapshot_xmin(pg_current_snapshot()) >= own THEN RETURN; END IF;
                PERFORM pg_sleep(0.01);
            END LOOP;
            RAISE 'a transaction of another test is still open after a minute';
        END $$;
        """
}
