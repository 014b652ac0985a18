import { request } from 'node:http'

const pollMs = 100
const timeoutMs = 1000

/** Resolves with `true` once the URL responds over HTTP, or with `false` if the signal is aborted. */
export async function awaitHttp(url: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (await responds(url, signal)) return true
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return false
}

/** Whether the URL responds over HTTP within a second, with any status. */
export const responds = (url: string, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = request(url, { method: 'HEAD', timeout: timeoutMs, signal }, (response) => {
      response.resume()
      resolve(true)
    })
    probe.once('timeout', () => probe.destroy())
    probe.once('error', () => resolve(false))
    probe.end()
  })
