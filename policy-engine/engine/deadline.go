package engine

import "time"

// questionsPerLook is the number of calls to Cancelled between two readings of the clock.
const questionsPerLook = 1024

// deadline cancels an evaluation after a time limit. The limit is checked when the evaluator calls Cancelled, because
// neither timers nor other goroutines run during a call into WebAssembly. The limit applies to processor time, so that
// the verdict does not depend on how busy the machine is.
type deadline struct {
	at        time.Duration
	questions int
	isOver    bool
}

// newDeadline returns a deadline after the given number of milliseconds; 0 means no limit.
func newDeadline(milliseconds int) *deadline {
	if milliseconds <= 0 {
		return &deadline{}
	}
	return &deadline{at: processorTime() + time.Duration(milliseconds)*time.Millisecond}
}

// Cancel ends the evaluation at the next call to Cancelled.
func (d *deadline) Cancel() { d.isOver = true }

// Cancelled reports whether the evaluation must end. The evaluator calls Cancelled continuously.
func (d *deadline) Cancelled() bool {
	d.questions++
	if !d.isOver && d.questions%questionsPerLook == 0 && d.at > 0 {
		d.isOver = processorTime() > d.at
	}
	return d.isOver
}
