import { localBitcoinNetwork } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { dialog, row } from './modal.js'
import { servePage } from './page.js'
import { createStage, type Stage } from './stage.js'

const { caipNetworkId } = localBitcoinNetwork

/** A development page with Bitcoin, EVM chains and the sandbox wallet. `?only=bip122` omits the EVM chains. */
export const createBitcoinStage = (): Stage =>
  createStage({
    serve: (sandboxUrl) =>
      servePage({
        services: [sandboxUrl],
        development: true,
        body: '<button id="open">Connect wallet</button>',
        script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { bip122 } from '@wallet-modal/bip122'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { sandbox } from '@wallet-modal/sandbox'
      const given = new URLSearchParams(location.search)
      const families = { eip155, bip122 }
      const chosen = Object.keys(families).filter((name) => [null, name].includes(given.get('only'))).map((name) => families[name]())
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: [],
        theme: { mode: given.get('mode') ?? 'light' },
        plugins: [...chosen, connect(), account(), sandbox({ url: '${sandboxUrl}' })],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      const adapter = () => modal.connections.adapter('bip122')
      const provider = () => adapter().state.peek().provider
      const state = () => {
        const { provider: _, ...rest } = adapter().state.peek()
        return rest
      }
      Object.assign(window, { bitcoin: {
        state,
        balance: async () => String(await adapter().balance()),
        disconnect: () => modal.connections.disconnect('bip122'),
        signMessage: (request) => provider().signMessage(request),
        signPsbt: (request) => provider().signPsbt(request),
      } })`,
      }),
  })

export interface Outcome {
  // biome-ignore lint/suspicious/noExplicitAny: result of a page's action
  readonly ok?: any
  readonly error?: { readonly code: unknown; readonly message: string }
}

/** Runs one of the page's actions. Resolves with its outcome. */
export const act = (page: Page, action: string, request?: unknown): Promise<Outcome> =>
  page.evaluate(
    async ([name, parameter]) => {
      try {
        return { ok: await Reflect.get(window, 'bitcoin')[name](parameter) }
      } catch (error) {
        return { error: { code: Reflect.get(Object(error), 'code'), message: String(error) } }
      }
    },
    [action, request] as const,
  )

/** Connects the sandbox wallet on a page that has Bitcoin only. */
export async function connectBitcoin(page: Page): Promise<void> {
  await page.locator('#open').click()
  await row(page, 'Sandbox Wallet').click()
  await dialog(page).getByText('Plain page wants to connect').waitFor()
  await row(page, 'Approve').click()
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Text of the open modal without white space, because the modal shows addresses in groups. */
export const sheet = async (page: Page): Promise<string> => String(await dialog(page).textContent()).replace(/\s/g, '')

/** Calls the node through the sandbox, without the page. */
export async function askBitcoin(sandboxUrl: string, method: string, ...params: readonly unknown[]) {
  const reply = await fetch(`${sandboxUrl}/v1/?chainId=${caipNetworkId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await reply.json()
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
