// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Stand-in for the OP stack's predeploy at 0x420000000000000000000000000000000000000F: the fee for storing a transaction on L1, at a fixed price. Has
/// no storage, so its code alone can be placed at the address.
contract GasPriceOracle {
    uint256 private constant WEI_PER_GAS = 1e14;
    /// Bytes of the signature that is still missing.
    uint256 private constant SIGNATURE_GAS = 68 * 16;

    function getL1Fee(bytes calldata transaction) external pure returns (uint256) {
        uint256 gas = SIGNATURE_GAS;
        for (uint256 index = 0; index < transaction.length; index++) gas += transaction[index] == 0 ? 4 : 16;
        return gas * WEI_PER_GAS;
    }
}
