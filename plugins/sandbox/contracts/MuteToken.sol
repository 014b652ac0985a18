// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Token that differs from ERC-20 in the same way as USDT: `transfer`, `transferFrom` and `approve` return nothing, and a non-zero allowance must be
/// reset to 0 before it is changed.
contract MuteToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address[] memory holders, uint256 each) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        totalSupply = each * holders.length;
        for (uint256 i = 0; i < holders.length; i++) {
            balanceOf[holders[i]] += each;
            emit Transfer(address(0), holders[i], each);
        }
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        require(allowance[from][msg.sender] >= value, "allowance is too small");
        allowance[from][msg.sender] -= value;
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0, "take the old allowance back first");
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function move(address from, address to, uint256 value) private {
        require(balanceOf[from] >= value, "balance is too small");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
