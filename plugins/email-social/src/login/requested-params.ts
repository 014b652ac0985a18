import type { ConnectParams, Context } from '@wallet-modal/kernel'
import { EmailLogin } from '../contract.js'

/** Views whose params are {@link ConnectParams}, and from which a login starts. */
const views: readonly string[] = ['@wallet-modal/connect#Connect', EmailLogin.name]

/** Returns a function that returns the params of the view from which the last login started; `{}` after a login that started in a closed modal. */
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
