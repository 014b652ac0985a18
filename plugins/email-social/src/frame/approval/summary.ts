import { el } from '../element.js'
import { type Texts, t } from '../strings.js'

export interface Fact {
  readonly label: keyof Texts
  readonly value: string
  /** Display format: `address` in groups of four characters, `data` in a box with its line breaks. Default: plain text. */
  readonly format?: 'address' | 'data'
}

/** Summary of a request, displayed before the visitor approves it. The frame creates it from the data to sign. */
export interface Summary {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly warnings: readonly string[]
  /** Calls of a batch in order of execution, displayed below `facts`. */
  readonly calls?: readonly Pick<Summary, 'title' | 'facts' | 'warnings'>[]
  /** Facts of the whole batch, displayed below `calls`. */
  readonly closingFacts?: readonly Fact[]
}

const drawWarnings = (warnings: readonly string[]): readonly HTMLElement[] =>
  warnings.map((warning) => el('p', { className: 'warning' }, warning))

export function drawSummary({ title, facts, warnings, calls = [], closingFacts = [] }: Summary): HTMLElement {
  const cards = calls.map((call, index) =>
    el(
      'article',
      {},
      el('h2', {}, el('span', { className: 'count' }, String(index + 1)), el('bdi', {}, call.title)),
      ...drawWarnings(call.warnings),
      drawFacts(call.facts),
    ),
  )
  return el(
    'section',
    { className: 'summary' },
    el('h1', {}, title),
    ...drawWarnings(warnings),
    drawFacts(facts),
    ...cards,
    ...(closingFacts.length > 0 ? [drawFacts(closingFacts)] : []),
  )
}

function drawFacts(facts: readonly Fact[]): HTMLElement {
  const list = el('dl', {})
  for (const { label, value, format } of facts) {
    const long = format !== undefined
    list.append(
      el(
        'div',
        { className: long ? 'fact long' : 'fact' },
        el('dt', {}, t(label)),
        el('dd', {}, drawValue(value, format)),
      ),
    )
  }
  return list
}

export function drawValue(value: string, format: Fact['format']): Node {
  if (format === 'data') return el('pre', { dir: 'ltr' }, value)
  if (format !== 'address') return el('bdi', {}, value)
  const groups = value.match(/^0x|.{1,4}/g) ?? []
  return el('bdi', { className: 'address', dir: 'ltr' }, ...groups.map((group) => el('span', {}, group)))
}
