import type { BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core'
import type { Watched } from './browser.js'
import { localNetworks } from './local-networks.js'
import { connectWith } from './modal.js'
import { servePage } from './page.js'
import type { ServedSite } from './serve.js'
import { createStage } from './stage.js'
import { ACCOUNT } from './wallet.js'

/** Reply of the service for the page at a cursor. The cursor of the first page is `null`. */
export type Answers = (cursor: string | null) => { readonly data: readonly object[]; readonly next?: string | null }

interface OpenHistory {
  /** Default: the replies of the sandbox. */
  readonly answers?: Answers
  readonly options?: BrowserContextOptions
}

/** A page with the transaction history. `window.historyModal` is its modal. */
export function createHistoryStage() {
  const stage = createStage({
    serve: (sandboxUrl) => {
      const [one, two] = localNetworks(sandboxUrl)
      // not a testnet: on testnets, spam detection ignores prices
      const networks = [{ ...one, testnet: false, explorerUrl: 'https://explorer.test' }, two]
      return servePage({
        services: [sandboxUrl],
        body: '<button id="open">Connect wallet</button>',
        script: `
          import { createWalletModal, definePlugin, transactionSent } from '@wallet-modal/kernel'
          import { account } from '@wallet-modal/account'
          import { connect } from '@wallet-modal/connect'
          import { eip155 } from '@wallet-modal/eip155'
          import { history } from '@wallet-modal/history'
          import { Transactions } from '@wallet-modal/history/contract'
          import { receive } from '@wallet-modal/receive'
          const emitter = definePlugin({ name: 'emitter', kernel: '^0.1', setup: (ctx) => (sent) => ctx.emit(transactionSent, sent) })
          const modal = createWalletModal({
            metadata: { name: 'Plain page' },
            networks: ${JSON.stringify(networks)},
            endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
            plugins: [eip155(), connect(), account(), receive(), history(), emitter()],
          })
          document.querySelector('#open').onclick = () => void modal.open()
          Object.assign(window, { historyModal: modal, activity: modal.use(history), emitSent: modal.use(emitter), openAll: () => void modal.open({ view: Transactions }) })`,
      })
    },
  })
  return {
    get sandboxUrl(): string {
      return stage.sandboxUrl
    },
    /** Opens the page as a visitor whose wallet is connected. */
    async open({ answers, options = {} }: OpenHistory = {}): Promise<Watched> {
      const watched = await stage.open({
        options,
        ...(answers && { prepare: (context: BrowserContext) => answerWith(context, answers) }),
      })
      await connectWith(watched.page.locator('#open'))
      return watched
    },
  }
}

async function answerWith(context: BrowserContext, answers: Answers): Promise<void> {
  const reply = (json: object) => (route: Route) =>
    route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
  await context.route('**/v1/supported-chains*', reply({ http: ['eip155:31337'], ws: [] }))
  await context.route('**/v1/account/*/history*', (route) =>
    reply(answers(new URL(route.request().url()).searchParams.get('cursor')))(route),
  )
}

/** Opens the view with all transactions. */
export const openAll = (page: Page): Promise<void> => page.evaluate(() => Reflect.get(window, 'openAll')())

interface RecordPlan {
  readonly type?: string
  readonly at?: string
  readonly status?: string
  readonly from?: string
  readonly to?: string
  readonly transfers?: readonly object[]
  readonly chain?: string
}

export const transfer = (
  direction: 'in' | 'out',
  numeric: string,
  symbol = 'ETH',
  price: number | null = 2000,
): object => ({
  fungible_info: { name: symbol, symbol },
  direction,
  quantity: { numeric },
  price,
})

/** A record as the service sends it. */
export const record = (id: string, { type = 'receive', status = 'confirmed', ...plan }: RecordPlan = {}): object => ({
  id,
  metadata: {
    operationType: type,
    hash: `0x${id.padStart(64, '0')}`,
    chain: plan.chain ?? 'eip155:31337',
    minedAt: plan.at ?? '2026-11-03T10:00:00Z',
    sentFrom: plan.from ?? `0x${'1f'.repeat(20)}`,
    sentTo: plan.to ?? ACCOUNT,
    status,
    nonce: 1,
  },
  transfers: plan.transfers ?? [transfer('in', '1.5')],
})

/**
 * A page with a plugin that sends transactions and with the history plugin, which lists them. Its functions on `window` are `connect`, `send` and
 * `openAll`. With `?chain`, it has no blockchain service.
 */
export const serveHistorySender = (
  sandboxUrl: string,
  family: 'bip122' | 'solana',
  network: { readonly caipNetworkId: string },
): Promise<ServedSite> =>
  servePage({
    services: [sandboxUrl],
    body: '<button id="open">Open</button>',
    script: `
        import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
        import { sendHandlers } from '@wallet-modal/kernel/assets'
        import { ${family} } from '@wallet-modal/${family}'
        import { history } from '@wallet-modal/history'
        import { Transactions } from '@wallet-modal/history/contract'
        const asker = definePlugin({ name: 'asker', kernel: '^0.1', setup: (ctx) => ctx })
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify([{ ...network, rpcUrls: [`${sandboxUrl}/v1/?chainId=${network.caipNetworkId}&projectId=test`] }])},
          endpoints: { catalogue: '${sandboxUrl}', ...(!location.search.includes('chain') && { blockchain: '${sandboxUrl}' }) },
          plugins: [${family}(), history(), asker()],
        })
        const ctx = modal.use(asker)
        Object.assign(window, {
          activity: modal.use(history),
          openAll: () => void modal.open({ view: Transactions }),
          async connect() {
            const adapter = modal.connections.adapter('${family}')
            await adapter.discover()
            for (let wait = 0; wait < 200 && adapter.connectors.peek().length === 0; wait++)
              await new Promise((resolve) => setTimeout(resolve, 20))
            return (await modal.connections.connect(adapter.connectors.peek()[0])).status
          },
          async send(receiver, amount) {
            const [network] = modal.networks.peek()
            const connection = modal.connections.active.peek()
            const token = { assetId: network.caipNetworkId + '/slip44:${family === 'solana' ? 501 : 0}', caipNetworkId: network.caipNetworkId, ...network.nativeCurrency }
            const [handler] = ctx.all(sendHandlers).peek()
            const prepared = await handler.prepare({ connection, network, token, receiver, amount: BigInt(amount) }, new AbortController().signal)
            const { status, sent } = await prepared.submit()
            return { status, hash: sent.hash, fee: String(prepared.review.fee) }
          },
        })`,
  })
