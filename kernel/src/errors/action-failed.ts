import type { ToastControls } from '../modal/toasts.js'
import { KERNEL } from '../strings/catalogue.js'
import type { Messages } from '../texts/messages.js'
import { actionError } from './action-error.js'
import type { WalletModalError } from './errors.js'

interface ActionFailedDependencies {
  readonly messages: Messages
  readonly toasts: ToastControls
  report(error: WalletModalError): void
}

/** Reports the error of a plugin's action, and displays a toast. */
export function actionFailed(
  { messages, toasts, report }: ActionFailedDependencies,
  plugin: string,
  where: string,
  cause: unknown,
): void {
  report(actionError(plugin, where, cause))
  toasts.error(() => messages.of(KERNEL)('actionFailed')) // called when the toast is rendered: the renderer has added the kernel's texts before
}
