// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Price of one whole token in US dollars, with 8 decimals. Implements a part of Chainlink's `AggregatorV3Interface`.
contract PriceFeed {
    // must stay in storage slot 0: the sandbox changes the price with `anvil_setStorageAt`
    int256 private answer;
    string public description;
    uint8 public constant decimals = 8;
    uint256 private immutable startedAt;

    constructor(string memory description_, int256 answer_) {
        description = description_;
        answer = answer_;
        startedAt = block.timestamp;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, answer, startedAt, startedAt, 1);
    }
}
