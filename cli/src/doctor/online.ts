import { fetchPage } from '../apply/fetch-page.js'
import { CliError } from '../errors.js'
import { reachOf } from '../plan/reach.js'
import type { Check, Finding } from './finding.js'

const limits = { timeoutMs: 5000, maxBytes: 1 << 20, method: 'HEAD' } as const

/** Whether the services and nodes of the site answer at all. Asks nobody unless that was asked for. */
export const checkOnline: Check = async ({ site, plugins, online, signal }) => {
  if (!online) return []
  const { reach } = reachOf(site, plugins)
  const wanted = reach.filter(({ kind, url }) => (kind === 'connect' || kind === 'frame') && !url.includes('*'))
  const urls = new Map(wanted.map(({ url, by }) => [url, by]))
  const found = await Promise.all(
    [...urls].map(async ([url, by]): Promise<readonly Finding[]> => {
      try {
        const { status } = await fetchPage(new URL(url.replace(/^ws/, 'http')), { ...limits, signal })
        return status >= 500 ? [failing(url, by, status)] : []
      } catch (error) {
        if (error instanceof CliError) return [unreachable(url, by, error.message)]
        throw error
      }
    }),
  )
  return found.flat()
}

/** Keys are often part of a node's address, and reports are pasted. */
const shown = (url: string): string => new URL(url).origin

const unreachable = (url: string, by: readonly string[], message: string): Finding => ({
  id: 'endpoint-unreachable',
  severity: 'error',
  what: `${shown(url)} does not answer: ${message.split(' could not be read: ').at(-1)}`,
  why: `It is needed by ${by.join(', ')}.`,
  fix: 'Look at its address in wallet-modal.json ("endpoints", "rpcUrls", "networks") and at this machine’s network.',
})

const failing = (url: string, by: readonly string[], status: number): Finding => ({
  id: 'endpoint-failing',
  severity: 'warning',
  what: `${shown(url)} answers with the error ${status}.`,
  why: `It is needed by ${by.join(', ')}.`,
  fix: 'Try again later, or name another in wallet-modal.json.',
})
