// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What chains of the OP stack have at 0x420000000000000000000000000000000000000F, with a price that stands still: what storing a transaction
/// on the chain below costs. It needs no storage, so its code alone can be put there.
contract GasPriceOracle {
    uint256 private constant WEI_PER_GAS = 1e14;
    /// What the missing signature will take.
    uint256 private constant SIGNATURE_GAS = 68 * 16;

    function getL1Fee(bytes calldata transaction) external pure returns (uint256) {
        uint256 gas = SIGNATURE_GAS;
        for (uint256 index = 0; index < transaction.length; index++) gas += transaction[index] == 0 ? 4 : 16;
        return gas * WEI_PER_GAS;
    }
}
