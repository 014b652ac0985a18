import { readInitialState } from '@wallet-modal/kernel/cookie'
import { headers } from 'next/headers'
import { Site } from '../Site'

/** Drawn for each request, with the account that the visitor's cookie names. */
export default async function Page() {
  return <Site state={readInitialState((await headers()).get('cookie'))} />
}
