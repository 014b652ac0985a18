import { rememberInCookie } from '@wallet-modal/kernel/cookie'
import { hydrateRoot } from 'react-dom/client'
import { createModal, Page, type PageData } from './page.js'

const data: PageData = JSON.parse(document.querySelector('#data')?.textContent ?? '')
const modal = createModal(data)
rememberInCookie(modal)
const root = document.querySelector('main')
if (root) hydrateRoot(root, <Page modal={modal} state={data.state} />)
