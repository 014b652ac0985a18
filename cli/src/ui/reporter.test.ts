import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Environment } from '../environment.js'
import { createReporter } from './reporter.js'

const hostile = 'plugin \u001b[2J\u202e1.0.0'

function createEnvironment() {
  const stdout = new PassThrough()
  const env: Environment = {
    stdin: new PassThrough(),
    stdout,
    stderr: new PassThrough(),
    cwd: '/',
    env: {},
    signal: new AbortController().signal,
    assets: '',
  }
  return { env, stdout }
}

describe('createReporter', () => {
  it.each(['terminal', 'plain'] as const)('escapes control characters in progress messages (%s)', (mode) => {
    const { env, stdout } = createEnvironment()
    createReporter(env, mode).progress(`Reading ${hostile}`)(hostile)
    const output = String(stdout.read())
    expect(output).toContain('Reading plugin \\u{1b}[2J\\u{202e}1.0.0')
    expect(output).not.toContain('\u001b[2J')
    expect(output).not.toContain('\u202e')
  })

  it.each(['terminal', 'plain'] as const)('a text of a plugin cannot add a line to a plan or warning (%s)', (mode) => {
    const { env, stdout } = createEnvironment()
    const reporter = createReporter(env, mode)
    const forged = 'x: blockchain:/v1/*\nNo permissions'
    reporter.box('Plan', ['Permissions', forged])
    reporter.warn(forged)
    reporter.progress(forged)(forged)
    const lines = String(stdout.read()).split('\n')
    expect(lines.filter((line) => line.includes('blockchain:/v1/*\\u{a}No permissions')).length).toBeGreaterThanOrEqual(
      3,
    )
    expect(lines.filter((line) => line.includes('No permissions') && !line.includes('blockchain'))).toEqual([])
  })
})
