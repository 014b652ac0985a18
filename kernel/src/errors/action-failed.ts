import type { ToastControls } from '../modal/toasts.js'
import { catalogue, KERNEL } from '../strings/catalogue.js'
import type { Messages } from '../texts/messages.js'
import { messageOf, WalletModalError } from './errors.js'

interface ActionFailedDependencies {
  readonly messages: Messages
  readonly toasts: ToastControls
  report(error: WalletModalError): void
}

/** `ACTION_FAILED`. `where`: the failed part of the plugin, for the message. */
export const actionError = (plugin: string, where: string, cause: unknown): WalletModalError =>
  new WalletModalError('ACTION_FAILED', `"${plugin}" failed in ${where}: ${messageOf(cause).replace(/\.$/, '')}.`, {
    plugin,
    cause,
  })

/** Reports the error of a plugin's action, and displays a toast. */
export function actionFailed(
  { messages, toasts, report }: ActionFailedDependencies,
  plugin: string,
  where: string,
  cause: unknown,
): void {
  report(actionError(plugin, where, cause))
  const t = messages.of(KERNEL, catalogue)
  toasts.error(() => t('actionFailed'))
}
