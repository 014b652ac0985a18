#!/usr/bin/env node
import { main } from './main.js'

await main({ name: 'create-wallet-modal', createsByDefault: true })
