import { log, note, outro, intro as showIntro } from '@clack/prompts'
import type { Progress } from '../apply/progress.js'
import type { Environment } from '../environment.js'
import { toPrintable, toPrintableLine } from './printable.js'
import { startSpinner } from './spinner.js'

/**
 * Prints messages for the user. Silent with `--json`, where stdout contains only the document. Escapes line breaks in warnings, progress messages and
 * lines of a box, because they can contain texts of plugins.
 */
export interface Reporter {
  intro(title: string): void
  step(message: string): void
  warn(message: string): void
  box(title: string, lines: readonly string[]): void
  /** Prints lines for the user to copy, without a prefix. */
  copy(title: string, lines: readonly string[]): void
  outro(message: string): void
  readonly progress: Progress
}

/** Reporter for a terminal, for a pipe or log file (plain lines without colour), or silent. */
export function createReporter(env: Environment, mode: 'terminal' | 'plain' | 'silent'): Reporter {
  if (mode === 'silent') return silentReporter
  return mode === 'terminal' ? terminalReporter(env) : plainReporter(env)
}

const silentReporter: Reporter = {
  intro: nothing,
  step: nothing,
  warn: nothing,
  box: nothing,
  copy: nothing,
  outro: nothing,
  progress: () => nothing,
}

function nothing(): void {
  // The silent reporter prints nothing.
}

function plainReporter({ stdout }: Environment): Reporter {
  const line = (text: string): void => void stdout.write(`${toPrintable(text)}\n`)
  return {
    intro: line,
    step: line,
    warn: (message) => line(`Warning: ${toPrintableLine(message)}`),
    box: (title, lines) => line([`${title}:`, ...lines.map((text) => `  ${toPrintableLine(text)}`)].join('\n')),
    copy: (title, lines) => line([`${title}:`, ...lines, ''].join('\n')),
    outro: line,
    progress: (message) => {
      line(`${toPrintableLine(message)} ...`)
      return (done) => line(toPrintableLine(done))
    },
  }
}

function terminalReporter({ stdout }: Environment): Reporter {
  const output = { output: stdout }
  return {
    intro: (title) => showIntro(title, output),
    step: (message) => log.step(toPrintable(message), output),
    warn: (message) => log.warn(toPrintableLine(message), output),
    box: (title, lines) => note(lines.map(toPrintableLine).join('\n'), title, output),
    copy: (title, lines) => {
      log.step(toPrintable(title), output)
      stdout.write(`${toPrintable(lines.join('\n'))}\n\n`)
    },
    outro: (message) => outro(toPrintable(message), output),
    progress: (message) => {
      const end = startSpinner(stdout, toPrintableLine(message))
      return (done, failed) => end(toPrintableLine(done), failed)
    },
  }
}
