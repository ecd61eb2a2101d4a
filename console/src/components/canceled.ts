/**
 * Thrown by an action that the user canceled in a dialog. Forms and buttons then show no error message, and a form keeps
 * its values.
 */
export class Canceled extends Error {}
