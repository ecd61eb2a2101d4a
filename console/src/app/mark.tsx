/** The logo, as on the pages without scripts. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#1d4f91" />
      <path
        d="M10 25V8h7a5 5 0 0 1 0 10h-7m6 0 6 7"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
