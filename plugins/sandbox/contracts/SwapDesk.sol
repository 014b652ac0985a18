// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Token {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function transfer(address to, uint256 value) external returns (bool);
}

/// Takes an amount of one token and pays the same number of base units of another token, or of the native coin, from its balance.
contract SwapDesk {
    receive() external payable {}

    function swap(Token given, Token wanted, uint256 value) external {
        given.transferFrom(msg.sender, address(this), value);
        wanted.transfer(msg.sender, value);
    }

    function swapForCoins(Token given, uint256 value) external {
        given.transferFrom(msg.sender, address(this), value);
        (bool paid,) = msg.sender.call{value: value}("");
        require(paid, "the coins were not taken");
    }
}
