import { connect } from '@wallet-modal/connect'
import { eip155 } from '@wallet-modal/eip155'
import { emailSocial } from '@wallet-modal/email-social'
import { createWalletModal } from '@wallet-modal/kernel'
import { showPage, siteConfig } from '../site.js'

const gateway = new URLSearchParams(location.search).get('gateway') ?? ''

showPage(createWalletModal({ ...siteConfig(), plugins: [eip155(), connect(), emailSocial({ url: gateway })] }))
