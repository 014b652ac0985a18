import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Phone, startPhone } from '../../../plugins/walletconnect/src/phone.test.fixtures.js'
import { everything, networks, POLKADOT, REGTEST, SOLANA } from '../../e2e/support/paired.js'
import { type RunningRelay, startRelay } from '../../e2e/support/relay.js'
import { createDesktopModal, type DesktopModal } from './desktop-modal.js'

/** {@link DesktopModal.states} when no chain family is connected. */
export const nobody = {
  eip155: 'disconnected',
  solana: 'disconnected',
  polkadot: 'disconnected',
  bip122: 'disconnected',
}

/** The modals of one test, a phone to pair with, and the relay between them. */
export interface Desks {
  readonly relay: RunningRelay
  readonly phone: Phone
  /** The modal that was created last. */
  readonly desk: DesktopModal
  open(plan?: { readonly id?: string; readonly relayUrl?: string }): DesktopModal
  /** Creates a modal and connects every chain family through the phone. */
  paired(plan?: { readonly id?: string; readonly relayUrl?: string }): Promise<void>
  /** Simulates a page reload: disposes of the modal and creates a new one with the same browser storage. */
  reload(): Promise<void>
  /** {@link DesktopModal.states} when every chain family is connected to the phone. */
  all(): Record<string, string>
  settled(expected: object, timeout?: number): Promise<void>
  /** Number of `personal_sign` requests to the phone. Other requests are not counted, because the modal requests the Bitcoin addresses by itself. */
  asked(): number
}

/** Starts the relay and the phone before the tests of a file. After each test, resets the phone, disposes of the modals and clears `localStorage`. */
export function stageDesks(): Desks {
  let relay: RunningRelay | undefined
  let phone: Phone | undefined
  const desks: DesktopModal[] = []
  const requireStarted = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The relay, the phone or the modal has not been started yet.')
    return part
  }
  beforeAll(async () => {
    relay = await startRelay()
    phone = await startPhone({ relayUrl: relay.url, chains: everything })
  })
  afterEach(async () => {
    phone?.behave('approve')
    phone?.grant(everything)
    phone?.writeAccounts((account) => account)
    await phone?.disconnect()
    for (const { modal } of desks.splice(0)) modal.dispose()
    localStorage.clear()
  })
  afterAll(async () => {
    await phone?.close()
    await relay?.stop()
  })
  const stage: Desks = {
    get relay() {
      return requireStarted(relay)
    },
    get phone() {
      return requireStarted(phone)
    },
    get desk() {
      return requireStarted(desks.at(-1))
    },
    open({ id = 'desk', relayUrl = stage.relay.url } = {}) {
      const made = createDesktopModal({ relayUrl, networks: networks('http://127.0.0.1:1'), id })
      desks.push(made)
      return made
    },
    async paired(plan) {
      await stage.open(plan).pair(stage.phone)
      await stage.settled(stage.all())
    },
    async reload() {
      stage.desk.modal.dispose()
      await expect.poll(() => stage.relay.connections, { timeout: 5000 }).toBe(1) // the phone's
      stage.open()
    },
    all: () => ({
      eip155: stage.phone.address,
      solana: stage.phone.addressOf(SOLANA),
      polkadot: stage.phone.addressOf(POLKADOT),
      bip122: stage.phone.addressOf(REGTEST),
    }),
    settled: (expected, timeout = 5000) => expect.poll(() => stage.desk.states(), { timeout }).toEqual(expected),
    asked: () => stage.phone.asked.filter(({ method }) => method === 'personal_sign').length,
  }
  return stage
}
