import type { Network, Submission, TokenBalance, TransactionReview, TransferAction } from '@wallet-modal/kernel'
import type { Page } from 'playwright-core'
import { servePage } from './page.js'
import type { ServedSite } from './serve.js'

interface SenderPlan {
  readonly sandboxUrl: string
  /** Chain family: name of the plugin package and of its export. */
  readonly family: 'eip155' | 'solana' | 'polkadot' | 'bip122'
  readonly networks: readonly Network[]
  /** Adds the account and send views, opened with the button `#open`. With `?chain`, the page has no blockchain service. */
  readonly withViews?: true
  /** A further plugin: its export, the expression that creates it, and the URL of its service. */
  readonly source?: { readonly name: string; readonly call: string; readonly url: string }
}

const views = `
      import { account } from '@wallet-modal/account'
      import { balances } from '@wallet-modal/balances'
      import { connect } from '@wallet-modal/connect'
      import { history } from '@wallet-modal/history'
      import { Transactions } from '@wallet-modal/history/contract'
      import { send } from '@wallet-modal/send'
      const views = [account(), balances(), connect(), history(), send()]
      const openAll = () => void modal.open({ view: Transactions })`

/** A page with `window.sender`, which calls the send handler of one chain family like a plugin. */
export const serveSender = ({ sandboxUrl, family, networks, withViews, source }: SenderPlan): Promise<ServedSite> =>
  servePage({
    services: [sandboxUrl, ...(source ? [source.url] : [])],
    body: '<button id="open">Connect wallet</button>',
    script: `
      ${withViews ? views : 'const views = [], openAll = undefined'}
      const query = new URLSearchParams(location.search)
      import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
      import { historySources, sendHandlers, tokenSources } from '@wallet-modal/kernel/assets'
      import { transferOf } from '@wallet-modal/kernel/transactions'
      import { ${family} } from '@wallet-modal/${family}'
      ${source ? `import { ${source.name} } from '@wallet-modal/${source.name}'` : ''}
      const asker = definePlugin({ name: 'asker', kernel: '^0.1', setup: (ctx) => ctx })
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(networks)},
        endpoints: { catalogue: '${sandboxUrl}', ...(!query.has('chain') && { blockchain: '${sandboxUrl}' }) },
        theme: { mode: query.get('mode') ?? 'light' },
        plugins: [${family}(), ${source ? `${source.call}, ` : ''}asker(), ...views],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      const ctx = modal.use(asker)
      const { signal } = new AbortController()
      const connection = () => modal.connections.active.peek()
      const of = (slot) => ctx.all(slot).peek().find(({ namespace }) => namespace === '${family}')
      const network = () => modal.networks.peek()[0]
      const coin = () => ({ caipNetworkId: network().caipNetworkId, ...network().nativeCurrency })
      const whole = ({ token, ...rest }) => ({ connection: connection(), network: network(), token: { ...coin(), ...token }, ...rest })
      let prepared
      const messageOf = (error) => ({ code: error?.code, message: String(error?.message ?? error) })
      const actions = {
        async connect(name) {
          const adapter = modal.connections.adapter('${family}')
          await adapter.discover()
          for (let wait = 0; wait < 200 && !adapter.connectors.peek().some((one) => one.name === name); wait++)
            await new Promise((resolve) => setTimeout(resolve, 20))
          const { status } = await modal.connections.connect(adapter.connectors.peek().find((one) => one.name === name))
          return status
        },
        switchAccount: async (address) => modal.connections.adapter('${family}').switchAccount(address),
        state: async () => ({ address: connection()?.account.address, caipNetworkId: connection()?.caipNetworkId }),
        without: async (feature) => Reflect.deleteProperty(connection().provider.features, feature),
        inspect: ({ text, ...draft }) => of(sendHandlers).inspectReceiver(text, whole(draft), signal),
        canSend: (draft) => of(sendHandlers).canSend(whole(draft).token, connection()),
        limit: (draft) => of(sendHandlers).limit(whole(draft), signal),
        async prepare(draft) {
          prepared = await of(sendHandlers).prepare(whole(draft), signal)
          return { ...prepared.review, ...transferOf(prepared.review) }
        },
        async prepareCalls(calls) {
          const summarize = () => ({ type: 'custom', kind: 'asker#calls', title: 'Calls' })
          const request = { connection: connection(), network: network(), calls, summarize }
          prepared = await connection().adapter.transactions.prepare(request, signal)
          return prepared.review
        },
        async submit() {
          const { status, sent, cause } = await prepared.submit()
          const hash = sent?.hash
          return { status, ...(hash !== undefined && { hash }), ...(cause !== undefined && { cause: messageOf(cause) }) }
        },
        status: (sent) => connection().adapter.transactions.status(sent, signal),
        balance: async () => String(await connection().adapter.balance()),
        history: (cursor) => of(historySources).page({ account: connection().account, network: network(), cursor, signal }),
        tokens: () => of(tokenSources).tokens({ account: connection().account, network: network(), assetIds: [], signal }),
        nfts: () => of(tokenSources).nfts({ account: connection().account, network: network(), signal }),
      }
      Object.assign(window, { modal, openAll })
      window.sender = async (action, given) => {
        try {
          return { ok: await actions[action](given) }
        } catch (error) {
          return { error: messageOf(error) }
        }
      }`,
  })

interface Draft {
  /** Fields that replace those of the network's native coin. */
  readonly token: {
    readonly assetId: string
    readonly address?: string
    readonly decimals?: number
    readonly symbol?: string
  }
  readonly receiver?: string
  readonly amount?: bigint | 'max'
  readonly speed?: 'standard' | 'fast' | 'instant'
}

interface Outcome {
  readonly status: string
  readonly hash?: string
  readonly cause?: { readonly code?: string; readonly message: string }
}

/** Result of the page's action: its value, or the error that it throws. */
export type Answer<T> =
  | { readonly ok: T; readonly error?: undefined }
  | { readonly ok?: undefined; readonly error: { readonly code?: string; readonly message: string } }

/** Calls the page's actions from the test. */
export function senderOf(page: Page) {
  const ask = <T>(action: string, given?: unknown): Promise<Answer<T>> =>
    page.evaluate(([name, value]) => Reflect.get(window, 'sender')(name, value), [action, given] as const)
  const must = async <T>(action: string, given?: unknown): Promise<T> => {
    const { ok, error } = await ask<T>(action, given)
    if (error) throw new Error(`${action}: ${error.code} ${error.message}`)
    return ok
  }
  return {
    ask,
    must,
    /** The active account and network. */
    state: () => must<{ readonly address?: string; readonly caipNetworkId?: string }>('state'),
    connect: (name: string) => must<string>('connect', name),
    inspect: (draft: Draft & { readonly text: string }) =>
      must<{
        readonly address?: string
        readonly issues: readonly { readonly code: string; readonly severity: string; readonly text?: string }[]
      }>('inspect', draft),
    limit: (draft: Draft) =>
      must<{
        readonly max: bigint
        readonly fee: bigint
        readonly extras: readonly { readonly code: string; readonly amount: bigint }[]
      }>('limit', draft),
    prepare: (draft: Draft) => must<TransactionReview & TransferAction & { readonly fee: bigint }>('prepare', draft),
    /** Prepares calls in the family's own format, like a plugin with its own transactions. */
    prepareCalls: (calls: readonly unknown[]) =>
      must<TransactionReview & { readonly fee: bigint }>('prepareCalls', calls),
    submit: () => must<Outcome>('submit'),
    tokens: () => must<readonly TokenBalance[]>('tokens'),
    status: (sent: Submission) => must<string>('status', sent),
  }
}

/** Makes JSON-RPC calls of a method fail: the reply is lost, the request is not delivered, or the node replies with an error. */
export const breakCall = (
  page: Page,
  method: string,
  fault: 'lost' | 'dropped' | { readonly code: number; readonly message: string },
) =>
  page.route('**/v1/**', async (route) => {
    const body = route.request().postData() ?? ''
    if (!body.includes(`"${method}"`)) return route.fallback()
    if (fault === 'dropped') return route.abort()
    if (fault !== 'lost') return route.fulfill({ json: { jsonrpc: '2.0', id: 0, error: fault } })
    await route.fetch()
    await route.abort()
  })

export type Sender = ReturnType<typeof senderOf>
