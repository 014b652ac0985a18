// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Replacement for the OP stack's predeploy at 0x420000000000000000000000000000000000000F. Returns the fee for storing a transaction on L1, at a
/// fixed gas price. The contract has no storage, so a test can set its code at that address without running a constructor.
contract GasPriceOracle {
    uint256 private constant WEI_PER_GAS = 1e14;
    /// L1 gas of the 68 signature bytes, which an unsigned transaction lacks.
    uint256 private constant SIGNATURE_GAS = 68 * 16;

    function getL1Fee(bytes calldata transaction) external pure returns (uint256) {
        uint256 gas = SIGNATURE_GAS;
        for (uint256 index = 0; index < transaction.length; index++) gas += transaction[index] == 0 ? 4 : 16;
        return gas * WEI_PER_GAS;
    }
}
