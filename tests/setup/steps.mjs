import { spawn } from 'node:child_process'
import { repository } from './workspaces.mjs'

/** Plain text in CI and in files, colour on a terminal. */
const colour = process.stdout.isTTY && !process.env.NO_COLOR

/** @param {number} code @param {string} text */
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)

export const bold = (/** @type {string} */ text) => paint(1, text)
export const dim = (/** @type {string} */ text) => paint(2, text)
export const green = (/** @type {string} */ text) => paint(32, text)
export const red = (/** @type {string} */ text) => paint(31, text)

/** @param {string} line */
export const say = (line) => void process.stdout.write(`${line}\n`)

/** An error for the user of the command. It is printed without a stack. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError'
}

/** @param {number} startedMs as of `performance.now()` */
export const seconds = (startedMs) => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`

/** @param {number} startedMs as of `performance.now()` */
export const minutes = (startedMs) => `${((performance.now() - startedMs) / 60_000).toFixed(1)} min`

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} RunOptions `show` prints the output while the program runs
 * @typedef {{ ok: boolean, output: string }} Ran
 */

/**
 * Runs a program without a shell and without stdin.
 * @param {string} program @param {readonly string[]} args @param {RunOptions} [options] @returns {Promise<Ran>}
 */
export function run(program, args, { cwd = repository, env = process.env, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ ok: false, output: `${output}${program}: ${error.message}\n` }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

/**
 * Like `run`, but throws a SetupError with the program's output if it fails.
 * @param {string} what @param {string} program @param {readonly string[]} args @param {RunOptions} [options]
 */
export async function must(what, program, args, options) {
  const { ok, output } = await run(program, args, options)
  if (!ok) throw new SetupError(`${what} failed: ${program} ${args.join(' ')}\n${output.trimEnd()}`)
  return output
}

/** Names of the steps that are running. @type {Set<string>} */
const running = new Set()

/** Prints a line, and below it, on a terminal, the names of the running steps. @param {string} [line] */
function sayAbove(line) {
  const isTerminal = process.stdout.isTTY
  if (isTerminal) process.stdout.write('\r\u001b[2K')
  if (line !== undefined) say(line)
  if (isTerminal && running.size > 0) process.stdout.write(dim(`  ${[...running].join(', ')} ...`))
}

/**
 * Prints one line for a step: its name while it runs, then its duration. Steps may run at the same time.
 * @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function step(name, work) {
  const started = performance.now()
  running.add(name)
  sayAbove()
  try {
    const result = await work()
    running.delete(name)
    sayAbove(`  ${name} ${dim(seconds(started))}`)
    return result
  } catch (error) {
    running.delete(name)
    sayAbove(`  ${name} ${red('failed')}`)
    throw error
  }
}

/** Runs a command and sets the exit code to 1 if it fails. Prints a SetupError without its stack. @param {() => Promise<boolean | void>} command */
export async function guard(command) {
  try {
    process.exitCode = (await command()) === false ? 1 : 0
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(red(error.message))
    process.exitCode = 1
  }
}
