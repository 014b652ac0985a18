import { expect, it } from 'vitest'
import { isLoopback, options } from './options.js'

it('isLoopback accepts only host names of this machine', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '[::1]', 'frame.localhost'])
    expect([host, isLoopback(host)]).toEqual([host, true])
  for (const host of ['example.org', 'localhost.example.org', '127.0.0.1.example.org', '192.168.0.2', ''])
    expect([host, isLoopback(host)]).toEqual([host, false])
})

it('the option url accepts only loopback URLs', () => {
  const issue = (url: string): unknown => {
    const result = options['~standard'].validate({ url })
    return result instanceof Promise ? 'async' : result.issues?.[0]?.message
  }
  expect(issue('http://127.0.0.1:4700')).toBeUndefined()
  for (const url of ['https://example.org', 'http://10.0.0.1:4700', 'http://127.0.0.1.evil.test'])
    expect(issue(url)).toContain('loopback')
})
