import { messageOf, WalletModalError } from './errors.js'

/** `ACTION_FAILED`. `where`: the failed part of the plugin, for the message. */
export const actionError = (plugin: string, where: string, cause: unknown): WalletModalError =>
  new WalletModalError('ACTION_FAILED', `"${plugin}" failed in ${where}: ${messageOf(cause).replace(/\.$/, '')}.`, {
    plugin,
    cause,
  })
