export const others = (count: number) => (count === 0 ? '' : ` and ${count.toLocaleString('en')} more`);
