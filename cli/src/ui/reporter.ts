import { log, note, outro, intro as showIntro } from '@clack/prompts'
import type { Progress } from '../apply/progress.js'
import type { Environment } from '../environment.js'
import { toPrintable } from './printable.js'
import { startWheel } from './wheel.js'

/** Tells a person what happens. With `--json` it is silent: the one document on stdout is all there is. */
export interface Reporter {
  intro(title: string): void
  step(message: string): void
  warn(message: string): void
  box(title: string, lines: readonly string[]): void
  /** Lines that a person copies: nothing stands before them. */
  copy(title: string, lines: readonly string[]): void
  outro(message: string): void
  /** Something that takes a while; call the answer when it is done, with what to say then. */
  progress: Progress
}

/** The reporter for a terminal, for a pipe or log file (plain lines, no colour), or a silent one. */
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
  // A silent reporter has nothing to say.
}

function plainReporter({ stdout }: Environment): Reporter {
  const line = (text: string): void => void stdout.write(`${toPrintable(text)}\n`)
  return {
    intro: line,
    step: line,
    warn: (message) => line(`Warning: ${message}`),
    box: (title, lines) => line([`${title}:`, ...lines.map((text) => `  ${text}`)].join('\n')),
    copy: (title, lines) => line([`${title}:`, ...lines, ''].join('\n')),
    outro: line,
    progress: (message) => {
      line(`${message} ...`)
      return (done) => line(done)
    },
  }
}

function terminalReporter({ stdout }: Environment): Reporter {
  const output = { output: stdout }
  return {
    intro: (title) => showIntro(title, output),
    step: (message) => log.step(toPrintable(message), output),
    warn: (message) => log.warn(toPrintable(message), output),
    box: (title, lines) => note(toPrintable(lines.join('\n')), title, output),
    copy: (title, lines) => {
      log.step(toPrintable(title), output)
      stdout.write(`${toPrintable(lines.join('\n'))}\n\n`)
    },
    outro: (message) => outro(toPrintable(message), output),
    progress: (message) => startWheel(stdout, message),
  }
}
