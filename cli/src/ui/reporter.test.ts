import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Environment } from '../environment.js'
import { createReporter } from './reporter.js'

const hostile = 'plugin \u001b[2J\u202e1.0.0'

describe('createReporter', () => {
  it.each(['terminal', 'plain'] as const)('escapes control characters in progress messages (%s)', (mode) => {
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
    createReporter(env, mode).progress(`Reading ${hostile}`)(hostile)
    const output = String(stdout.read())
    expect(output).toContain('Reading plugin \\u{1b}[2J\\u{202e}1.0.0')
    expect(output).not.toContain('\u001b[2J')
    expect(output).not.toContain('\u202e')
  })
})
