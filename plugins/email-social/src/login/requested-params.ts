import type { ConnectParams, Context } from '@wallet-modal/kernel'
import { EmailLogin } from '../contract.js'

/** Views from which a login can start. Their params are {@link ConnectParams}. */
const views: readonly string[] = ['@wallet-modal/connect#Connect', EmailLogin.name]

/** Returns a getter for the params of the view that started the current login. Closing the modal resets them to `{}`. */
export function readRequestedParams({ router, onDispose }: Context): () => ConnectParams {
  let params: ConnectParams = {}
  onDispose(
    router.current.subscribe((route) => {
      if (!route) params = {}
      else if (views.includes(route.view.name)) params = Object(route.params)
    }),
  )
  return () => params
}
