//! Players that stand before those of another table, in their field `table`.

/// The methods that such players pass on as they are.
macro_rules! passed_on {
    () => {
        fn limit_memory(&mut self, bytes: u64) {
            self.table.limit_memory(bytes);
        }

        fn sees_all(&self, seat: Seat) -> bool {
            self.table.sees_all(seat)
        }

        fn left(&mut self, seat: Seat) -> usize {
            self.table.left(seat)
        }

        fn outgrew(&mut self, seat: Seat) -> bool {
            self.table.outgrew(seat)
        }

        fn process(&self, seat: Seat) -> Option<i32> {
            self.table.process(seat)
        }

        fn close(&mut self, seat: Seat) {
            self.table.close(seat);
        }

        fn unsolicited(&mut self, seat: Seat) -> Result<Option<&[u8]>, HarnessError> {
            self.table.unsolicited(seat)
        }
    };
}

pub(crate) use passed_on;
