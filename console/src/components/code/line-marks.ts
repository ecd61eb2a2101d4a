// Gutter marks for ranges of lines.
import { type EditorState, type Extension, RangeSet } from '@codemirror/state';
import { EditorView, GutterMarker, gutter } from '@codemirror/view';

/** Range of lines. Line numbers start at 1, and both ends are included. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

interface Mark {
  readonly sign: string;
  /** Tooltip that explains the mark. */
  readonly title: string;
  readonly className: string;
  readonly color: string;
}

class LineMark extends GutterMarker {
  readonly mark: Mark;

  constructor(mark: Mark) {
    super();
    this.mark = mark;
  }

  override toDOM(): Node {
    const { sign, title, className } = this.mark;
    const element = document.createElement('span');
    element.textContent = sign;
    element.title = title;
    element.className = className;
    return element;
  }
}

const rangesIn = ({ doc }: EditorState, lines: readonly Lines[], marker: GutterMarker): RangeSet<GutterMarker> => {
  const numbers = lines.flatMap(({ first, last }) => {
    const end = Math.min(last, doc.lines);
    return Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index);
  });
  return RangeSet.of(
    [...new Set(numbers)].sort((one, other) => one - other).map((number) => marker.range(doc.line(number).from)),
  );
};

/** Editor extension that marks the given lines. */
export function lineMarks(lines: readonly Lines[], mark: Mark): Extension {
  const marker = new LineMark(mark);
  return [
    gutter({ class: `${mark.className}Gutter`, markers: ({ state }) => rangesIn(state, lines, marker) }),
    EditorView.theme({
      [`.${mark.className}Gutter .cm-gutterElement`]: { minWidth: '1.4em', textAlign: 'center' },
      [`.${mark.className}`]: { color: mark.color, fontWeight: '700' },
    }),
  ];
}
