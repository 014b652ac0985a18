// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { reportBlockedSandbox } from './blocked-by-policy.js'

const base = 'http://127.0.0.1:4700'
const violate = (blockedURI: string, effectiveDirective: string): void => {
  document.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation', { bubbles: true }), { blockedURI, effectiveDirective }),
  )
}

test('reportBlockedSandbox logs once per directive that the page’s policy blocks the sandbox, and ignores other violations', () => {
  const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
  const end = new AbortController()
  reportBlockedSandbox({ log, abortSignal: end.signal }, base)
  violate('https://elsewhere.example/', 'connect-src')
  violate('inline', 'script-src')
  violate(`${base}/v1/?chainId=eip155:31337`, 'connect-src')
  violate(`${base}/getWallets`, 'connect-src')
  violate(`${base}/public/getAssetImage/eip155:31337`, 'img-src')
  expect(log.error.mock.calls.map(([text]) => text)).toEqual([
    `The page's Content-Security-Policy blocks the sandbox. While you develop, add ${base} to its connect-src.`,
    `The page's Content-Security-Policy blocks the sandbox. While you develop, add ${base} to its img-src.`,
  ])
  end.abort()
  violate('http://127.0.0.1:4700/', 'frame-src')
  expect(log.error).toHaveBeenCalledTimes(2)
})
