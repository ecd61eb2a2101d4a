package engine

import (
	"testing"
	"time"
)

// isOverAfterLook calls Cancelled often enough for one reading of the clock.
func isOverAfterLook(d *deadline) bool {
	isOver := false
	for range questionsPerLook {
		isOver = d.Cancelled()
	}
	return isOver
}

func TestDeadlineCountsProcessorTime(t *testing.T) {
	d := newDeadline(200)

	time.Sleep(400 * time.Millisecond)

	if isOverAfterLook(d) {
		t.Error("time without the processor was counted")
	}
	for begin := processorTime(); processorTime()-begin < 250*time.Millisecond; {
	}
	if !isOverAfterLook(d) {
		t.Error("processor time was not counted")
	}
}
