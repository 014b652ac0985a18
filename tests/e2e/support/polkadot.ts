import { Keyring } from '@polkadot/keyring'
import { hexToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'

type Behaviour = 'approve' | 'reject'

/** The half of an extension that holds the keys, as an extension's own process does. It lives as long as the browser's profile. */
export interface Extension {
  behaviour: Behaviour
  /** What it was asked, with what. */
  readonly calls: { readonly method: string; readonly params: unknown }[]
  /** Puts the extension into all pages of a visitor. */
  install(context: BrowserContext, plan?: { readonly isLate: boolean }): Promise<void>
  /** Adds or removes accounts, as their owner would. */
  change(page: Page, uris: readonly string[]): Promise<void>
}

let pageHalf: Promise<string> | undefined
const bundlePageHalf = (): Promise<string> =>
  (pageHalf ??= build({
    entryPoints: [new URL('./polkadot.page.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    minify: true,
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? ''))

const keyring = new Keyring({ ss58Format: 42 })
/** Published development keys. */
export const sr25519 = keyring.addFromUri('//Alice', {}, 'sr25519')
export const ed25519 = keyring.addFromUri('//Alice//stash', {}, 'ed25519')
const pairs = { sr25519, ed25519 }
const list = (names: readonly string[]): readonly object[] =>
  Object.entries(pairs).flatMap(([name, { address, type }]) => (names.includes(name) ? [{ address, type, name }] : []))

interface RawRequest {
  readonly address: string
  readonly data: string
  readonly type: string
}

export function createExtension(): Extension {
  const trusted = new Set<string>()
  let names: readonly string[] = Object.keys(pairs)
  const decide = (): void => {
    if (extension.behaviour === 'reject') throw new Error('Cancelled')
  }
  const answer = (origin: string, method: string, params: unknown): unknown => {
    extension.calls.push({ method, params })
    if (method === 'enable') {
      if (!trusted.has(origin)) decide()
      trusted.add(origin)
      return null
    }
    if (!trusted.has(origin)) throw new Error(`The source ${origin} has not been enabled yet`)
    if (method === 'accounts') return list(names)
    if (method !== 'signRaw') throw new Error(`There is no ${method}.`)
    decide()
    const { address, data, type } = params as RawRequest
    if (type !== 'bytes') throw new Error('Only bytes are signed here.')
    const signature = keyring.getPair(address).sign(u8aWrapBytes(hexToU8a(data)))
    return { id: extension.calls.length, signature: u8aToHex(signature) }
  }
  const extension: Extension = {
    behaviour: 'approve',
    calls: [],
    async install(context, plan = { isLate: false }) {
      await context.exposeBinding('askExtension', ({ frame }, method: string, params: unknown) =>
        answer(new URL(frame.url()).origin, method, params),
      )
      await context.addInitScript(`window.extensionPlan = ${JSON.stringify(plan)}`)
      await context.addInitScript({ content: await bundlePageHalf() })
    },
    async change(page, next) {
      names = next
      await page.evaluate((accounts) => window.extension.tell(accounts as never), list(next))
    },
  }
  return extension
}
