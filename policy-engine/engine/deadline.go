package engine

import "time"

// How often the evaluator's questions are answered without a look at the clock.
const questionsPerLook = 1024

// deadline cancels an evaluation. The evaluator's own questions drive it, because no timer and no other goroutine runs
// while a call into WebAssembly lasts. It counts processor time: on a busy machine a policy gets as much as on an idle
// one, and the same verdict.
type deadline struct {
	at        time.Duration
	questions int
	isOver    bool
}

// newDeadline is the deadline after a number of milliseconds; 0 is none.
func newDeadline(milliseconds int) *deadline {
	if milliseconds <= 0 {
		return &deadline{}
	}
	return &deadline{at: processorTime() + time.Duration(milliseconds)*time.Millisecond}
}

// Cancel ends the evaluation at the next question.
func (d *deadline) Cancel() { d.isOver = true }

// Cancelled is what the evaluator asks.
func (d *deadline) Cancelled() bool {
	d.questions++
	if !d.isOver && d.questions%questionsPerLook == 0 && d.at > 0 {
		d.isOver = processorTime() > d.at
	}
	return d.isOver
}
