// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./PlainToken.sol";

/// ERC-20 token that reverts on transfers of 0.
contract StrictToken is PlainToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_, address[] memory holders, uint256 each)
        PlainToken(name_, symbol_, decimals_, holders, each)
    {}

    function move(address from, address to, uint256 value) internal override {
        require(value > 0, "nothing is no amount");
        super.move(from, to, value);
    }
}
