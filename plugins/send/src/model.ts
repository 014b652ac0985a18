import {
  type Context,
  computed,
  disconnected,
  type ReadonlySignal,
  type Signal,
  signal,
  transactionSent,
} from '@wallet-modal/kernel'
import { type AmountEntry, createAmount } from './amount.js'
import { createAsked } from './asked.js'
import { type SendParams, type SendResult, WalletSend, WalletSendPreview, WalletSendUnknown } from './contract.js'
import { createFollow, type Followed } from './follow.js'
import { createHandover } from './hand-over.js'
import { createLimit, type Limit } from './limit.js'
import { createLinks, type FollowedLink, type Settled } from './link.js'
import { createOpening, type Opening } from './opening.js'
import { createPreview, type Plan, type PreviewModel } from './preview.js'
import { createReceiver, type Receiver } from './receiver.js'
import { createRecent, MOST_SHOWN, type RecentReceiver } from './recent.js'
import { createScan, type ScanModel } from './scan.js'
import { createScene, type Scene } from './scene.js'
import { nextStep, type Step } from './step.js'
import { createTokens, type SendableToken, type SendableTokens } from './tokens.js'

export interface SendModel {
  readonly scene: ReadonlySignal<Scene | null>
  readonly tokens: SendableTokens
  readonly token: ReadonlySignal<SendableToken | null>
  readonly amount: ReadonlySignal<AmountEntry>
  readonly receiver: ReadonlySignal<Receiver>
  /** What a payment link filled in. */
  readonly link: ReadonlySignal<FollowedLink | null>
  readonly limit: ReadonlySignal<Limit>
  readonly step: ReadonlySignal<Step>
  readonly recent: ReadonlySignal<readonly RecentReceiver[]>
  readonly opening: ReadonlySignal<Opening>
  readonly scan: ScanModel
  readonly preview: PreviewModel
  readonly followed: ReadonlySignal<Followed | null>
  /** The view of this visit is on the screen. */
  begin(visit: Visit): void
  chooseToken(token: SendableToken): void
  type(text: string): void
  useMax(): void
  /** An address, a name, or a payment link, which fills in more than the receiver. */
  setReceiver(text: string): void
  /** Asks the wallet for the network on which the link in the receiver's field can be followed. */
  followLink(): void
  /** Reads anew what could not be read. */
  retry(): void
  /** To the review, where the form is complete; else says what is missing. */
  review(): void
  submit(): void
}

export interface Visit {
  /** Of the route: the same for as long as the view is somewhere in the stack. */
  readonly key: number
  readonly params: SendParams | undefined
  resolve(result: SendResult): void
}

/** What is with the wallet right now, for those who wait for it elsewhere. */
export interface UnderWay {
  readonly underWay: Signal<Promise<SendResult | undefined> | null>
}

export function createSendModel(ctx: Context, _options: object, { underWay }: UnderWay): SendModel {
  const { scene, handler } = createScene(ctx)
  const tokens = createTokens(ctx, handler)
  const recent = createRecent(ctx)
  const asked = createAsked(ctx)
  const follow = createFollow(ctx)
  const chosen = signal<SendableToken | null>(null)
  const token = computed(() => {
    const { assetId } = chosen.value ?? {}
    if (chosen.value?.caipNetworkId !== scene.value?.network.caipNetworkId) return null
    return tokens.all.value.find((one) => one.assetId === assetId) ?? chosen.value
  })
  const limit = createLimit(ctx)
  const scan = createScan(ctx)
  const max = computed(() => (limit.state.value.status === 'ready' ? limit.state.value.limit.max : undefined))
  const amount = createAmount(token, max)
  let settled: Settled = {}
  /** How often the visitor has chosen a token or an amount. */
  let entered = 0
  /** The chain family that the form was filled in for. */
  let family: string | undefined
  const touch = (): void => {
    family = scene.peek()?.connection.namespace
  }
  const links = createLinks(ctx, { scene, tokens, settled: () => settled })
  const receiver = createReceiver(ctx, {
    scene,
    token,
    readLink: links.read,
    entered: () => entered,
    fill: (asked) => {
      // an amount of one token says nothing about another
      if (asked.token && asked.token.assetId !== chosen.peek()?.assetId) amount.type('')
      if (asked.token) chosen.value = asked.token
      if (asked.amount !== undefined) amount.type(asked.amount)
    },
    known: () => {
      const namespace = scene.peek()?.network.namespace
      const own = ctx.connections.all.peek().flatMap(({ accounts }) => accounts)
      return [...own, ...(namespace ? recent.ofFamily(namespace) : [])].map(({ address }) => address)
    },
  })
  const step = computed(() =>
    nextStep({
      token: token.value,
      amount: amount.entry.value,
      limit: limit.state.value,
      receiver: receiver.state.value,
    }),
  )
  const plan = computed((): Plan | null => {
    const [now, asset, to, entry] = [scene.value, token.value, receiver.state.value, amount.entry.value]
    if (step.value !== 'preview' || !now || !asset || to.status !== 'found' || entry.value === undefined) return null
    const wanted = entry.isMax ? 'max' : entry.value
    const note = receiver.followed.value?.note
    return {
      scene: now,
      token: asset,
      receiver: to.address,
      ...(to.name !== undefined && { receiverName: to.name }),
      amount: wanted,
      ...(note && { note }),
      key: [now.key, asset.assetId, to.address, to.name, wanted, JSON.stringify(note)].join(' '),
    }
  })
  const preview = createPreview(ctx, { plan, step })
  const clear = (): void => {
    settled = {}
    chosen.value = null
    amount.type('')
    receiver.set('')
  }
  const opening = createOpening(ctx, {
    tokens,
    clear,
    fill: (found) => {
      touch()
      settled = { assetId: found.token?.assetId, amount: found.amount, receiver: found.receiver }
      if (found.token) chosen.value = found.token
      if (found.amount !== undefined) amount.type(found.amount)
      if (found.receiver !== undefined) receiver.set(found.receiver)
    },
  })
  const handOver = createHandover(ctx, {
    preview,
    follow,
    recent,
    asked,
    visit: opening.current,
    answer: opening.answer,
    clear,
  })

  /** Before anything else is sent, the visitor hears of what a wallet was asked for when its page ended. */
  const tellLost = async (): Promise<void> => {
    for (const sent of await asked.lost()) {
      follow.follow(sent)
      ctx.emit(transactionSent, sent)
      const now = ctx.router.current.peek()?.view.name
      if (now === WalletSend.name || now === WalletSendPreview.name) void ctx.router.push(WalletSendUnknown)
    }
  }
  const readLimit = (): void => {
    const [now, asset, to] = [scene.peek(), token.peek(), receiver.state.peek()]
    const address = to.status === 'found' ? to.address : undefined
    limit.read(now && asset ? { scene: now, token: asset, receiver: address } : null)
  }
  const subject = computed(() => `${scene.value?.key} ${token.value?.assetId}`)
  const payee = computed(() => (receiver.state.value.status === 'found' ? receiver.state.value.address : ''))
  ctx.effect(() => {
    void subject.value
    receiver.check()
  })
  ctx.effect(() => {
    void [subject.value, payee.value]
    readLimit()
  })
  ctx.effect(() => {
    const [only, ...others] = tokens.all.value
    if (!chosen.peek() && only && others.length === 0 && opening.state.value.status === 'ready') chosen.value = only
  })
  ctx.on(disconnected, ({ namespace }) => {
    const isUnderWay = preview.state.peek().status === 'waiting'
    preview.letGo(namespace)
    // a wallet of another family may leave in the background
    if (family !== undefined && family !== namespace) return
    clear()
    // what is with the wallet may be paid yet: nobody is to pay it a second time
    if (!isUnderWay) opening.lose()
  })
  let reviewed: Opening | undefined
  ctx.effect(() => {
    const now = opening.state.value
    const { assetId, amount: fixed, receiver: to } = now.preset
    if (step.value !== 'preview' || now.status !== 'ready' || now === reviewed) return
    if (assetId === undefined || fixed === undefined || to === undefined) return
    reviewed = now
    // nothing is left to enter
    if (ctx.router.current.peek()?.view.name === WalletSend.name) void ctx.router.push(WalletSendPreview)
  })

  return {
    scene,
    tokens,
    token,
    amount: amount.entry,
    receiver: receiver.state,
    link: receiver.followed,
    limit: limit.state,
    step,
    recent: computed(() => {
      const id = scene.value?.network.caipNetworkId
      return id === undefined ? [] : recent.of(id).slice(0, MOST_SHOWN)
    }),
    opening: opening.state,
    scan,
    preview,
    followed: follow.current,
    begin(visit) {
      opening.begin(visit)
      void tellLost()
      void scan.offer()
      void tokens.refresh()
    },
    chooseToken(next) {
      entered++
      touch()
      if (next.assetId !== chosen.peek()?.assetId) amount.type('')
      chosen.value = next
    },
    type(text) {
      entered++
      touch()
      amount.type(text)
    },
    useMax() {
      entered++
      touch()
      amount.useMax()
    },
    setReceiver(text) {
      touch()
      receiver.set(text)
    },
    followLink() {
      const now = receiver.state.peek()
      if (now.status !== 'refused' || !now.network) return
      receiver.renew()
      void ctx.connections.switchNetwork(now.network.caipNetworkId).catch((error: unknown) => {
        ctx.log.info('the network was not switched', error)
        ctx.toast.error(ctx.t('send.declinedSwitch'))
      })
    },
    retry() {
      readLimit()
      receiver.renew()
      receiver.check()
      void tokens.refresh(true)
    },
    review() {
      if (step.peek() === 'preview') void ctx.router.push(WalletSendPreview)
      else ctx.toast.error(ctx.t('send.incomplete'))
    },
    submit() {
      if (preview.state.peek().status !== 'ready') return
      const work = handOver()
      underWay.value = work
      void work.finally(() => {
        if (underWay.peek() === work) underWay.value = null
      })
    },
  }
}
