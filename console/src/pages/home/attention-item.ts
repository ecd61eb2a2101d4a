/** Something that needs the user's attention. The start page shows it in one line. */
export interface AttentionItem {
  /** Identifies the item, so that the browser can store that the user has dismissed it. */
  readonly key: string;
  /** State of the item. A dismissed item is shown again when its state changes. */
  readonly state: string;
  readonly isUrgent: boolean;
  readonly title: string;
  /** Says what the title does not say: a reason, or how to deal with the item. */
  readonly detail?: string;
  /** Path of the page on which the user can deal with the item. */
  readonly path?: string;
  /** Query parameters of that page's URL. */
  readonly search?: object;
}
