/**
 * Returns a function that reports progress after every tenth of the total number of rows. If the total is small, it
 * reports nothing.
 */
export function progressOver(total: number, say: (sentence: string) => void): (done: number) => void {
  let reported = 0;
  let done = 0;
  return (more) => {
    done += more;
    const tenths = Math.floor((done * 10) / total);
    if (total < worthSaying || tenths <= reported) return;
    reported = tenths;
    say(`${done.toLocaleString('en')} of ${total.toLocaleString('en')} rows (${tenths * 10} %).`);
  };
}

const worthSaying = 20_000;
