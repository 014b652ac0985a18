import { createPublicKey, verify } from 'node:crypto'
import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import type { SolanaPlan } from './solana.page.js'

let script: Promise<string> | undefined
const bundleWallets = (): Promise<string> =>
  (script ??= build({
    entryPoints: [new URL('./solana.page.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? ''))

/** Installs wallets for a visitor. */
export const install =
  (...plans: readonly SolanaPlan[]) =>
  async (context: BrowserContext): Promise<void> => {
    await context.addInitScript(`window.solanaPlans = ${JSON.stringify(plans)}`)
    await context.addInitScript({ content: await bundleWallets() })
  }

/** Says how the first wallet answers from now on. */
export const behave = (page: Page, behaviour: 'approve' | 'reject' | 'hang'): Promise<unknown> =>
  page.evaluate((next) => Object.assign(window.solanaWallets[0] ?? {}, { behaviour: next }), behaviour)

/** What the visitor does inside the first wallet. */
export const change = (
  page: Page,
  properties: { readonly seeds?: readonly number[]; readonly chains?: readonly `${string}:${string}`[] },
): Promise<void> => page.evaluate((next) => window.solanaWallets[0]?.change(next), properties)

/** What the first wallet was asked since the page was loaded. */
export const calls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...(window.solanaWallets[0]?.calls ?? [])])

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58 by its definition. */
export function fromBase58(text: string): Buffer {
  let number = 0n
  for (const letter of text) number = number * 58n + BigInt(alphabet.indexOf(letter))
  const digits = number === 0n ? '' : number.toString(16)
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Buffer.concat([
    Buffer.alloc(zeros),
    Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex'),
  ])
}

/** Whether an ed25519 signature is the address's, by OpenSSL. */
export function isSignedBy(address: string, message: string, signature: string): boolean {
  const x = fromBase58(address).toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  return verify(null, Buffer.from(message), key, fromBase58(signature))
}
