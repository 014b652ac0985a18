import { afterEach, expect, it, vi } from 'vitest'
import { retryEnv } from './retry-env.js'

const [minimum, maximum] = ['npm_config_fetch_retry_mintimeout', 'npm_config_fetch_retry_maxtimeout']

afterEach(() => void vi.unstubAllEnvs())

it('shortens the pauses between retries', () => {
  vi.stubEnv(minimum, undefined)
  vi.stubEnv(maximum, undefined)
  expect(retryEnv()).toEqual({ [minimum]: '1000', [maximum]: '4000' })
})

it.each([minimum, maximum])('changes nothing if the user has set %s, which may not fit the other value', (name) => {
  vi.stubEnv(minimum, undefined)
  vi.stubEnv(maximum, undefined)
  vi.stubEnv(name, '20000')
  expect(retryEnv()).toEqual({})
})
