import { type Context, messageOf, networkChanged, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import type { SendResult } from './contract.js'
import { createLatest } from './latest.js'
import type { Visit } from './model.js'
import { NO_PRESET, type Preset, parsePreset } from './preset.js'
import type { SendableToken, SendableTokens } from './tokens.js'

/** Whether the form can be shown as it was asked for. */
export type Opening =
  | { readonly status: 'ready'; readonly preset: Preset }
  /** The wallet is asked for another network, or a token is looked up. */
  | { readonly status: 'switching' | 'reading'; readonly preset: Preset }
  | { readonly status: 'declined'; readonly preset: Preset }
  | { readonly status: 'failed'; readonly preset: Preset; readonly message: string }

interface Found {
  readonly token: SendableToken | undefined
  readonly amount: string | undefined
  readonly receiver: string | undefined
}

interface OpeningParts {
  readonly tokens: SendableTokens
  clear(): void
  fill(found: Found): void
}

/** Takes each visit of the view in: what it settles is checked, looked up and filled in before anything else can be done. */
export function createOpening(ctx: Context, { tokens, clear, fill }: OpeningParts) {
  const state = signal<Opening>({ status: 'ready', preset: NO_PRESET })
  const latest = createLatest(ctx.abortSignal)
  let visit: Visit | undefined
  let isLost = false

  const prepare = async (preset: Preset, stop: AbortSignal, isLatest: () => boolean): Promise<void> => {
    const { network, assetId, amount, receiver } = preset
    if (network && ctx.connections.active.peek()?.caipNetworkId !== network.caipNetworkId) {
      state.value = { status: 'switching', preset }
      const { status } = await ctx.connections.switchNetwork(network.caipNetworkId)
      if (!isLatest()) return
      if (status === 'rejected') {
        state.value = { status: 'declined', preset }
        return
      }
    }
    if (assetId !== undefined) state.value = { status: 'reading', preset }
    const token = assetId === undefined ? undefined : await tokens.find(assetId, stop)
    if (!isLatest()) return
    if (network && ctx.connections.active.peek()?.caipNetworkId !== network.caipNetworkId) {
      state.value = { status: 'declined', preset } // the wallet went elsewhere meanwhile
      return
    }
    fill({ token, amount, receiver })
    state.value = { status: 'ready', preset }
  }
  const open = (params: Visit['params']): void => {
    isLost = false
    clear()
    latest.run(async (stop, isLatest) => {
      try {
        const preset = parsePreset(params, ctx.networks.peek())
        if (params === undefined) state.value = { status: 'ready', preset }
        else await prepare(preset, stop, isLatest)
      } catch (error) {
        if (isLatest()) state.value = { status: 'failed', preset: NO_PRESET, message: messageOf(error) }
      }
    })
  }
  ctx.on(networkChanged, ({ caipNetworkId }) => {
    // the visitor left the network that the site asked for
    const { preset, status } = state.peek()
    if (status === 'ready' && preset.network && preset.network.caipNetworkId !== caipNetworkId)
      state.value = { status: 'declined', preset }
  })
  return {
    state: state as ReadonlySignal<Opening>,
    begin(next: Visit): void {
      const isNew = next.key !== visit?.key || isLost
      visit = next
      if (isNew) open(next.params)
    },
    /** What was filled in went with the wallet: it is filled in anew when the view is next in sight with another one. */
    lose(): void {
      isLost = true
    },
    /** Once more, after a declined or failed try. */
    retry(): void {
      open(visit?.params)
    },
    /** The visit that the form is filled in for. */
    current: (): Visit | undefined => visit,
    /** Answers whoever opened the view in that visit, also where another one has begun since; false where nobody asked for anything. */
    answer(asked: Visit | undefined, result: SendResult): boolean {
      if (asked?.key === visit?.key) visit = undefined
      asked?.resolve(result)
      return asked?.params !== undefined
    },
  }
}
