import * as v from 'valibot'
import { fetchPage } from '../apply/packages/fetch-page.js'
import { readSources } from '../apply/site/site-sources.js'
import { CliError } from '../errors.js'
import { signInPlugin } from '../plan/plugins/first-party.js'
import type { Check, DoctorTarget, Finding } from './finding.js'
import { reasonOf } from './online.js'

const serverEntry = `${signInPlugin}/server`
const limits = { timeoutMs: 5000, maxBytes: 1 << 16 } as const
const sessionsSchema = v.pipe(v.string(), v.parseJson(), v.object({ sessions: v.array(v.unknown()) }))

/**
 * Checks that visitors can sign in. With a URL in `--csp`, requests the site's sign-in server; otherwise, checks that the site's code contains such a
 * server.
 */
export const checkSignInServer: Check = async (target) => {
  const options = target.site.plugins[signInPlugin]
  if (options === undefined) return []
  const endpoint = typeof options.endpoint === 'string' ? options.endpoint : '/api/siwx'
  const severity = options.required === false ? 'warning' : 'error'
  if (target.pageHeaders?.self !== undefined) {
    if (!URL.canParse(`${endpoint}/session`, target.pageHeaders.self)) return [] // `checkGenerated` reports it
    const url = new URL(`${endpoint}/session`, target.pageHeaders.self)
    const reason = await serverProblem(url, target)
    return reason === undefined ? [] : [noServer(url, reason, severity)]
  }
  return (await importsServer(target.folder)) ? [] : [noServerCode(endpoint, severity)]
}

/** Reason why `url` is not served by `createSiwxServer`; `undefined` if it is. */
async function serverProblem(url: URL, { signal }: DoctorTarget): Promise<string | undefined> {
  try {
    const { status, text } = await fetchPage(url, { ...limits, signal })
    if (status !== 200) return `it returned status ${status}`
    return v.is(sessionsSchema, text) ? undefined : 'its reply is not a list of sessions'
  } catch (error) {
    if (error instanceof CliError) return reasonOf(error)
    throw error
  }
}

/** Whether a source file of the site contains the name of the server entry. */
async function importsServer(folder: string): Promise<boolean> {
  for await (const { text } of readSources(folder)) if (text.includes(serverEntry)) return true
  return false
}

const why = (severity: Finding['severity']): string =>
  severity === 'error'
    ? 'Sign-in is required, so a visitor who connects in production is disconnected again.'
    : 'A visitor of the site in production cannot sign in.'

const noServerCode = (endpoint: string, severity: Finding['severity']): Finding => ({
  id: 'sign-in-server-missing',
  severity,
  what: `"${signInPlugin}" is listed, but no file of this site imports ${serverEntry}, the server for ${endpoint}.`,
  why: why(severity),
  fix: 'Add the server (docs/sign-in.md in the repository of Wallet Modal has one for each kind of server). If the server is another project, pass the published page to check it: `--csp https://shop.example`.',
})

const noServer = (url: URL, reason: string, severity: Finding['severity']): Finding => ({
  id: 'sign-in-server-silent',
  severity,
  what: `${url.href} is not answered by createSiwxServer(): ${reason}.`,
  why: why(severity),
  fix: `Mount the server of ${serverEntry} there, or set "endpoint" of "${signInPlugin}" in wallet-modal.json to its path.`,
})
