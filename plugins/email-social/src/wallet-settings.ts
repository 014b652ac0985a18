import {
  type AccountAction,
  accountActions,
  type Context,
  computed,
  type ReadonlySignal,
  type View,
} from '@wallet-modal/kernel'
import { ExportKey, ManageDevices, SmartAccountSettings, UpdateEmailWallet, UpgradeEmailWallet } from './contract.js'
import { EmailWalletError } from './errors.js'
import { failureText } from './failure-text.js'
import type { FrameChannel } from './frame-channel.js'
import type { WalletAccountType } from './frame-messages.js'

/** Account type, and contract of the smart account. */
export interface SmartAccountChoice {
  readonly type: WalletAccountType
  /** Contract that the smart account delegates to (EIP-7702). */
  readonly contract: string
  readonly address: string
  /** Ids of the EVM chains that the gateway serves. */
  readonly chains: readonly number[]
}

interface SettingsDependencies {
  readonly email: ReadonlySignal<string | null>
  readonly smartAccount: ReadonlySignal<SmartAccountChoice | null>
  readonly isLoggedIn: ReadonlySignal<boolean>
  channel(): Promise<FrameChannel>
  /** Called before the frame is displayed. */
  beforeDisplay(): void
  /** Cancels the frame's pending request. */
  abort(): Promise<void>
}

/** Adds the embedded wallet's settings to the slot `accountActions`. */
export function offerSettings(ctx: Context, dependencies: SettingsDependencies): void {
  const { email, smartAccount, isLoggedIn } = dependencies
  const offer = (action: AccountAction, order: number, isOffered: () => boolean): void =>
    void ctx.add(
      accountActions,
      computed(() => (isOffered() ? action : null)),
      { order },
    )
  const push = (view: View<void>) => () => void ctx.router.push(view)
  const label = (key: string) => computed(() => ctx.t(key))
  offer(
    { id: 'updateEmail', label: label('update.title'), run: push(UpdateEmailWallet) },
    90,
    () => email.value !== null,
  )
  offer(
    { id: 'accountType', icon: 'wallet', label: label('smartAccount.types'), run: push(SmartAccountSettings) },
    91,
    () => smartAccount.value !== null,
  )
  const frame = (name: FrameMessage) => () => void showFrame(ctx, dependencies, name)
  const devices = { id: 'devices', icon: 'phone', label: label('devices.title'), run: frame('MANAGE_DEVICES') } as const
  offer(devices, 92, () => isLoggedIn.value)
  const exportKey = {
    id: 'exportKey',
    icon: 'external',
    label: label('export.title'),
    run: frame('EXPORT_KEY'),
  } as const
  offer(exportKey, 93, () => isLoggedIn.value)
  const upgrade = {
    id: 'upgradeWallet',
    icon: 'external',
    label: label('upgrade.title'),
    run: push(UpgradeEmailWallet),
  } as const
  offer(upgrade, 94, () => isLoggedIn.value)
}

/** Views for the screens of the frame, by the message that opens the screen. */
const frameViews = { MANAGE_DEVICES: ManageDevices, EXPORT_KEY: ExportKey }
type FrameMessage = keyof typeof frameViews

/** Displays the frame's screen for a request until the frame replies. Closing the view cancels the request. */
async function showFrame(
  ctx: Context,
  { channel, isLoggedIn, beforeDisplay, abort }: SettingsDependencies,
  name: FrameMessage,
): Promise<void> {
  const view = frameViews[name]
  let isAnswered = false
  beforeDisplay()
  void ctx.router.push(view).then(() => {
    if (!isAnswered) abort().catch(() => undefined) // fails if the frame was removed, which has also ended the request
  })
  try {
    await (await channel()).request(name, undefined)
  } catch (error) {
    const isCancelled = error instanceof EmailWalletError && error.code === 4001
    // if the login has ended during the request, the wallet has already displayed an error
    if (!isCancelled && isLoggedIn.peek()) ctx.toast.error(failureText(ctx, error))
  } finally {
    isAnswered = true
    if (ctx.router.current.peek()?.view.name === view.name) ctx.router.back()
  }
}
