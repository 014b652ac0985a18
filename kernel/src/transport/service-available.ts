import { endpoints } from '../domain/slots.js'
import { isWalletModalError } from '../errors/errors.js'
import type { Context } from '../plugins/plugin.js'
import { type ReadonlySignal, signal } from '../signals.js'

/**
 * Whether a service has a URL, from the site's `projectId` or `endpoints` or from a plugin. For plugins that offer an action only if the service can
 * be called. `false` until a wallet is connected, because the check loads the code that sends requests.
 * @param path a path of the service; the plugin's permissions must list it
 */
export function serviceAvailable(ctx: Context, service: string, path: string): ReadonlySignal<boolean> {
  const isAvailable = signal(false)
  const contributed = ctx.all(endpoints)
  const check = async (): Promise<void> => {
    try {
      await ctx.api.service(service).resolve(path)
      isAvailable.value = true
    } catch (error) {
      isAvailable.value = false
      if (!isWalletModalError(error) || error.code !== 'NO_PROJECT_ID') ctx.log.warn(error)
    }
  }
  ctx.effect(() => {
    // plugins can add and remove URLs
    if (ctx.connections.active.value && contributed.value) void check()
  })
  return isAvailable
}
