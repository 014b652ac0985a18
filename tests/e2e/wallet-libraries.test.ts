import { createPrivateKey, createPublicKey, sign as signEd25519, verify } from 'node:crypto'
import { Keyring } from '@polkadot/keyring'
import { base58Decode, base58Encode, cryptoWaitReady, encodeAddress } from '@polkadot/util-crypto'
import { sr25519Verify, waitReady } from '@polkadot/wasm-crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import polkadots from '../../plugins/polkadot/networks.json' with { type: 'json' }
import solanas from '../../plugins/solana/networks.json' with { type: 'json' }
import { bundleScript } from './support/browser.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'
import type { LibraryPlan } from './support/wallet-libraries.page.js'

const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<button id="open">Connect wallet</button>',
      script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { connect } from '@wallet-modal/connect'
      import { polkadot } from '@wallet-modal/polkadot'
      import { solana } from '@wallet-modal/solana'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify([solanas[0], polkadots[0]])},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}', rpc: '${sandboxUrl}' },
        plugins: [solana(), polkadot(), connect()],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      modal.connections.active.subscribe((active) => { document.body.dataset.address = active?.account.address ?? '' })
      Object.assign(window, { modal })`,
    }),
})

/** Test keys, without value on any chain. */
const solanaKeys = [1, 2].map((fill) => {
  const seed = Buffer.alloc(32, fill)
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { key, publicKey: [...publicKey], address: base58Encode(publicKey) }
})
const keyring = new Keyring({ ss58Format: 42 })
let polkadotKeys: readonly ReturnType<Keyring['addFromUri']>[] = []
beforeAll(async () => {
  await Promise.all([cryptoWaitReady(), waitReady()])
  polkadotKeys = ['//Alice', '//Bob'].map((uri) => keyring.addFromUri(uri, {}, 'sr25519'))
})

async function signByKey(address: string, message: string): Promise<string> {
  const bytes = Buffer.from(message, 'hex')
  const ofSolana = solanaKeys.find((one) => one.address === address)
  if (ofSolana) return signEd25519(null, bytes, ofSolana.key).toString('hex')
  const wanted = Buffer.from(keyring.decodeAddress(address)).toString('hex')
  const pair = polkadotKeys.find((one) => Buffer.from(one.publicKey).toString('hex') === wanted)
  if (!pair) throw new Error(`There is no key of ${address}.`)
  return Buffer.from(pair.sign(bytes)).toString('hex')
}

const families = {
  solana: {
    name: 'Library Sun',
    addresses: () => solanaKeys.map(({ address }) => address),
    /** Verifies with OpenSSL. */
    isValid(message: string, signature: string, address: string): boolean {
      const x = Buffer.from(base58Decode(address)).toString('base64url')
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
      return verify(null, Buffer.from(message), key, Buffer.from(base58Decode(signature)))
    },
  },
  polkadot: {
    name: /library-moon/i,
    addresses: () => polkadotKeys.map(({ publicKey }) => encodeAddress(publicKey, 0)),
    /** Verifies with schnorrkel. The wallet signs the message inside `<Bytes>`. */
    isValid(message: string, signature: string, address: string): boolean {
      const bytes = Buffer.from(signature.slice(2), 'hex')
      return sr25519Verify(
        bytes.length === 65 ? bytes.subarray(1) : bytes,
        Buffer.from(`<Bytes>${message}</Bytes>`),
        keyring.decodeAddress(address),
      )
    },
  },
} as const

const shownAddress = (page: Page): Promise<string | undefined> => page.evaluate(() => document.body.dataset.address)
const sign = (page: Page, family: string, message: string): Promise<string> =>
  page.evaluate(
    ([name, text]) => {
      const modal: {
        connections: { adapter(namespace: string): { signMessage(message: string): Promise<string> } }
      } = Reflect.get(window, 'modal')
      return modal.connections.adapter(name).signMessage(text)
    },
    [family, message] as const,
  )

it.each(['solana', 'polkadot'] as const)(
  'a %s wallet built with a wallet-side library connects, signs, reconnects, switches account, disconnects',
  async (family) => {
    const { name, addresses, isValid } = families[family]
    const [first = '', second = ''] = addresses()
    const script = await bundleScript(new URL('./support/wallet-libraries.page.ts', import.meta.url))
    const plan: LibraryPlan = {
      solana: solanaKeys.map(({ address, publicKey }) => ({ address, publicKey })),
      polkadot: polkadotKeys.map(({ address }) => address),
    }
    const { page } = await stage.open({
      wallets: [],
      async prepare(context) {
        await context.exposeFunction('signByKey', signByKey)
        await context.addInitScript(`window.libraryPlan = ${JSON.stringify(plan)}`)
        await context.addInitScript({ content: script })
      },
    })
    await page.click('#open')
    await row(page, name).click()
    await dialog(page).waitFor({ state: 'hidden' })
    await expect.poll(() => shownAddress(page)).toBe(first)
    expect(await page.evaluate((one) => window.prompts[one], family)).toBe(1)
    const signature = await sign(page, family, 'hello')
    expect([isValid('hello', signature, first), isValid('hallo', signature, first)]).toEqual([true, false])

    await page.reload()
    await expect.poll(() => shownAddress(page)).toBe(first)
    expect(await page.evaluate((one) => window.prompts[one], family)).toBe(0)

    await page.evaluate((one) => window.chooseAccount(one, 1), family)
    await expect.poll(() => shownAddress(page)).toBe(second)
    expect(isValid('as another', await sign(page, family, 'as another'), second)).toBe(true)

    await page.evaluate(() => (Reflect.get(window, 'modal') as { disconnect(): Promise<void> }).disconnect())
    await expect.poll(() => shownAddress(page)).toBe('')
    await page.reload()
    await page.waitForTimeout(700)
    expect(await shownAddress(page)).toBe('')
  },
)
