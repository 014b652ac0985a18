import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { dialog, row } from './modal.js'
import { servePage } from './page.js'
import { createStage, type Stage } from './stage.js'

const { caipNetworkId } = localSolanaNetwork
const rpcUrl = (sandboxUrl: string): string => `${sandboxUrl}/v1/?chainId=${caipNetworkId}`

/** A development page with two chain families and the sandbox wallet. `window.sandboxModal` is its modal. */
export const createSandboxStage = (): Stage =>
  createStage({
    serve: (sandboxUrl) =>
      servePage({
        services: [sandboxUrl],
        development: true,
        body: '<button id="open">Connect wallet</button>',
        script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { sandbox } from '@wallet-modal/sandbox'
      import { Approve } from '@wallet-modal/sandbox/contract'
      import { solana } from '@wallet-modal/solana'
      import { makers } from '../../plugins/solana/src/libraries.test.fixtures.ts'
      const only = new URLSearchParams(location.search).get('only')
      const families = { eip155, solana }
      const chosen = Object.keys(families).filter((name) => only === null || name === only).map((name) => families[name]())
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: [],
        theme: { mode: new URLSearchParams(location.search).get('mode') ?? 'light' },
        plugins: [...chosen, connect(), account(), sandbox({ url: '${sandboxUrl}' })],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      const rpc = async (method, params) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const reply = await fetch('${rpcUrl(sandboxUrl)}', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        return (await reply.json()).result
      }
      const wallet = () => modal.connections.adapter('solana').state.peek().provider
      const toArray = (bytes) => [...bytes]
      const make = async (maker, to, lamports) => {
        const { blockhash } = (await rpc('getLatestBlockhash', [])).value
        return makers[maker]({ from: wallet().accounts[0].address, to, lamports: BigInt(lamports), blockhash })
      }
      const chain = 'solana:localnet'
      Object.assign(window, { sandboxModal: modal, Approve, actions: {
        send: async (maker, to, lamports) => {
          const [{ signature }] = await wallet().features['solana:signAndSendTransaction'].signAndSendTransaction({ account: wallet().accounts[0], transaction: await make(maker, to, lamports), chain })
          return toArray(signature)
        },
        sign: async (maker, to, lamports) => {
          const [{ signedTransaction }] = await wallet().features['solana:signTransaction'].signTransaction({ account: wallet().accounts[0], transaction: await make(maker, to, lamports) })
          return rpc('sendTransaction', [btoa(String.fromCharCode(...signedTransaction)), { encoding: 'base64' }])
        },
        signRaw: async (bytes) => wallet().features['solana:signTransaction'].signTransaction({ account: wallet().accounts[0], transaction: Uint8Array.from(bytes) }),
        signMessage: (namespace, message) => modal.connections.adapter(namespace).signMessage(message),
        signBytes: async (bytes) => wallet().features['solana:signMessage'].signMessage({ account: wallet().accounts[0], message: Uint8Array.from(bytes) }),
        signIn: async (input) => {
          const [{ account, signedMessage, signature }] = await wallet().features['solana:signIn'].signIn(input)
          return { address: account.address, message: new TextDecoder().decode(signedMessage), signature: toArray(signature) }
        },
        balance: async (namespace) => String(await modal.connections.adapter(namespace).balance()),
        disconnect: (namespace) => modal.connections.disconnect(namespace),
      } })`,
      }),
  })

/** Runs one of the page's actions. Resolves with its outcome: `{ ok }` or `{ error }`. */
export const start = (page: Page, name: string, ...given: readonly unknown[]): Promise<Outcome> =>
  page.evaluate(
    async ([action, parameters]) => {
      try {
        const actions: Record<string, (...given: readonly unknown[]) => Promise<unknown>> = Reflect.get(
          window,
          'actions',
        )
        return { ok: await actions[action]?.(...parameters) }
      } catch (error) {
        return { error: { code: Reflect.get(Object(error), 'code'), message: String(error) } }
      }
    },
    [name, given] as const,
  )

export interface Outcome {
  // biome-ignore lint/suspicious/noExplicitAny: result of a page's action
  readonly ok?: any
  readonly error?: { readonly code: unknown; readonly message: string }
}

/** Connection state of a namespace and its entries in the browser's storage, as text. */
export const snapshot = (page: Page, namespace: string): Promise<string> =>
  page.evaluate((name) => {
    const site = Reflect.get(window, 'sandboxModal')
    const { provider: _, ...state } = site.connections.adapter(name).state.peek()
    const stored = Object.entries(localStorage).filter(([key]) => key.includes(name))
    return JSON.stringify([state, stored.toSorted()])
  }, namespace)

/** Connected address of a namespace. */
export const connectedAddress = (page: Page, namespace: string): Promise<string | null> =>
  page.evaluate((name) => {
    const site = Reflect.get(window, 'sandboxModal')
    return site.connections.adapter(name).state.peek().account?.address ?? null
  }, namespace)

/**
 * Connects the sandbox wallet, and waits until the modal has closed. `family`: label of the chain family to select; `null` if the page has only one.
 */
export async function connectIn(page: Page, family: string | null): Promise<void> {
  await page.locator('#open').click()
  await row(page, 'Sandbox Wallet').click()
  if (family) await row(page, family).click()
  await dialog(page).getByText('Plain page wants to connect').waitFor()
  await row(page, 'Approve').click()
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Calls the Solana node through the sandbox, without the page. */
export async function askSolana(sandboxUrl: string, method: string, params: readonly unknown[]) {
  const reply = await fetch(rpcUrl(sandboxUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await reply.json()).result
}
